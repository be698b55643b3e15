// The steps after pressing Pay on an invoice. A payment whose response was lost is settled before the next one begins.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardFormHandle } from '#web/ordering/card-token.ts';
import {
  forgetPurchase,
  isUnsettled,
  rememberPaid,
  rememberSent,
  settleLastPurchase,
} from '#web/ordering/last-purchase.ts';
import { FOUND_PAID, type Status } from '#web/ordering/order-form-state.ts';
import { sendCardPayment } from '#web/ordering/pay.ts';
import { randomKey } from '#web/ordering/random-key.ts';
import { useQueryCache } from '#web/query/query-cache.ts';

type Bill = {
  number: number;
  /** In cents. */
  amount: number;
  /** From the link; null for someone who is logged in. */
  viewKey: string | null;
};

const RECHECK_MS = 4000;
const CANNOT_CHECK = 'We could not check your last payment. Please try again in a moment.';

export function useInvoicePayment({ number, amount, viewKey }: Bill, card: RefObject<CardFormHandle | null>) {
  const queryCache = useQueryCache();
  const mounted = useRef(true);
  // Kept until the shop has said that nothing was charged, so that a second click charges once.
  const key = useRef(randomKey());
  const [status, setStatus] = useState<Status>({ is: 'idle' });
  const reload = () => queryCache.refetch(`/api/invoices/${number}`);

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
    rememberSent(key.current, `invoice ${number}`);
    const query = viewKey ? `?${new URLSearchParams({ key: viewKey })}` : '';
    const body = { sourceId: tokenized.token, amount };
    const outcome = await sendCardPayment(`/api/invoices/${number}/payments${query}`, body, key.current);
    if (outcome.is === 'success') return showPaid();
    if (outcome.is === 'pending') return waitForOutcome(outcome.text);
    if (outcome.definite) {
      key.current = randomKey();
      forgetPurchase();
      // What is open may have changed.
      reload();
    }
    setStatus({ is: 'error', text: outcome.text });
    card.current?.focus();
  }

  function showPaid(): void {
    rememberPaid();
    setStatus({ is: 'success', text: 'Payment received. Thank you.' });
    reload();
  }

  /** True if nothing was charged, so that the next payment may begin. */
  async function settleFirst(): Promise<boolean> {
    setStatus({ is: 'checking' });
    const last = await settleLastPurchase();
    if (last.is === 'paid') {
      setStatus({ is: 'found', text: FOUND_PAID });
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
