// The steps after pressing Pay outside the order form: for an invoice, or for a deposit. A payment whose response was lost is settled before the next one begins.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { randomKey } from '#web/query/random-key.ts';
import type { CardFormHandle } from './card-token.ts';
import { forgetPurchase, isUnsettled, rememberPaid, rememberSent, settleLastPurchase } from './last-purchase.ts';
import { FOUND_PAID, type Status } from './order-form-state.ts';
import { sendCardPayment } from './pay.ts';

type Payment = {
  url: string;
  /** What is sent besides the card. */
  body: object;
  /** What is paid for. */
  content: string;
  /** What is to pay may have changed. */
  reload(): void;
  /** Returns what to tell the payer. */
  onPaid(order: { id: number; key: string } | undefined): string;
};

const RECHECK_MS = 4000;
const CANNOT_CHECK = 'We could not check your last payment. Please try again in a moment.';

export function useCardPayment(
  { url, body, content, reload, onPaid }: Payment,
  card: RefObject<CardFormHandle | null>,
) {
  const mounted = useRef(true);
  // Kept until the shop has said that nothing was charged, so that a second click charges once.
  const key = useRef(randomKey());
  const [status, setStatus] = useState<Status>({ is: 'idle' });

  const settleOnOpen = useEffectEvent(() => {
    if (isUnsettled()) void settleFirst();
  });
  useEffect(() => {
    mounted.current = true;
    settleOnOpen();
    return () => {
      mounted.current = false;
    };
  }, []);

  return { status, pay, clear: () => setStatus({ is: 'idle' }) };

  async function pay(): Promise<void> {
    if (isUnsettled() && !(await settleFirst())) return;
    setStatus({ is: 'processing' });
    const tokenized = await card.current?.tokenize();
    if (!tokenized || 'errors' in tokenized) {
      setStatus({ is: 'error', text: tokenized?.errors.join(', ') || 'Please enter the card again.' });
      return card.current?.focus();
    }
    rememberSent(key.current, content);
    const outcome = await sendCardPayment(url, { ...body, sourceId: tokenized.token }, key.current);
    if (outcome.is === 'success') return showPaid(outcome.order);
    if (outcome.is === 'pending') return waitForOutcome(outcome.text);
    if (outcome.definite) {
      key.current = randomKey();
      forgetPurchase();
      reload();
    }
    setStatus({ is: 'error', text: outcome.text });
    card.current?.focus();
  }

  function showPaid(order: { id: number; key: string } | undefined): void {
    rememberPaid();
    setStatus({ is: 'success', text: onPaid(order) });
    reload();
  }

  /** True if nothing was charged, so that the next payment may begin. */
  async function settleFirst(): Promise<boolean> {
    setStatus({ is: 'checking' });
    const last = await settleLastPurchase();
    if (last.is === 'paid') {
      setStatus({ is: 'found', text: FOUND_PAID, order: last.order });
      reload();
    } else if (last.is === 'pending') waitForOutcome(last.text);
    else if (last.is === 'unreachable') setStatus({ is: 'error', text: CANNOT_CHECK });
    else {
      key.current = randomKey();
      setStatus(last.text ? { is: 'error', text: last.text } : { is: 'idle' });
      reload();
    }
    return last.is === 'not charged';
  }

  /** The shop is still confirming the payment: ask again until it knows. */
  function waitForOutcome(text: string): void {
    setStatus({ is: 'pending', text });
    setTimeout(() => {
      if (mounted.current) void settleFirst();
    }, RECHECK_MS);
  }
}
