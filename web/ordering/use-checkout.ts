// The steps after pressing Pay: settle what an earlier purchase left open, ask before ordering the same again, then pay.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { randomKey } from '#web/query/random-key.ts';
import { toast } from '#web/ui/toast.tsx';
import type { CardFormHandle } from './card-token.ts';
import {
  contentOf,
  forgetPurchase,
  isUnsettled,
  minutesSinceSameOrder,
  rememberPaid,
  rememberSent,
  settleLastPurchase,
} from './last-purchase.ts';
import { FOUND_PAID, INVOICED, type OrderEvent, type OrderForm, PAID, type Status } from './order-form-state.ts';
import { type Outcome, orderRequest, pay } from './pay.ts';
import { rememberOrder } from './recent-orders.ts';

type Options = {
  form: OrderForm;
  dispatch(event: OrderEvent): void;
  card: RefObject<CardFormHandle | null>;
  onPaid(): void;
};

const RECHECK_MS = 4000;
const CANNOT_CHECK = 'Payment Failed: We could not check your last payment. Please try again in a moment.';

export function useCheckout({ form, dispatch, card, onPaid }: Options) {
  const queryCache = useQueryCache();
  const mounted = useRef(true);
  // One idempotency key per opened form, renewed after a definite failure, so duplicate requests charge once.
  const key = useRef(randomKey());
  /** The request that was last sent with this key. The server accepts no other one with it. */
  const sent = useRef<string>(undefined);
  const [minutesAgo, setMinutesAgo] = useState<number>();
  const byInvoice = form.poNumber !== undefined;
  const done = byInvoice ? INVOICED : PAID;
  const show = (status: Status) => dispatch({ type: 'status', status });

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

  return {
    start,
    /** Set while the buyer is asked whether to order the same again. */
    minutesAgo,
    orderAgain: payNow,
    keepFirstOrder: () => setMinutesAgo(undefined),
  };

  async function start() {
    const isRepeat = JSON.stringify(orderRequest(form)) === sent.current;
    if (isUnsettled() && !isRepeat && !(await settleFirst())) return;
    const minutes = minutesSinceSameOrder(contentOf(form));
    if (minutes === undefined) await payNow();
    else setMinutesAgo(minutes);
  }

  /** Asks what became of the last purchase. True if nothing was charged, so that the next one may begin. */
  async function settleFirst(): Promise<boolean> {
    show({ is: 'checking' });
    const last = await settleLastPurchase();
    if (last.is === 'not charged') {
      key.current = randomKey();
      show({ is: 'idle' });
    } else if (last.is === 'unreachable') show({ is: 'error', text: CANNOT_CHECK });
    else showSettled(last);
    return last.is === 'not charged';
  }

  function showSettled(last: Awaited<ReturnType<typeof settleLastPurchase>>): void {
    if (last.is === 'pending') waitForOutcome(last);
    if (last.is !== 'paid') return;
    if (sent.current === undefined) show({ is: 'found', text: FOUND_PAID, order: last.order });
    else handleOutcome({ is: 'success', order: last.order });
  }

  /** The shop is still confirming the payment: ask again until it knows. */
  function waitForOutcome(pending: Extract<Status, { is: 'pending' }>): void {
    show(pending);
    setTimeout(async () => {
      if (!mounted.current) return;
      const last = await settleLastPurchase();
      if (last.is === 'not charged' && last.text) handleOutcome({ is: 'error', text: last.text, definite: true });
      else if (last.is === 'paid' || last.is === 'pending') showSettled(last);
    }, RECHECK_MS);
  }

  async function payNow() {
    setMinutesAgo(undefined);
    show({ is: 'processing' });
    if (byInvoice) return send(undefined);
    const tokenized = await card.current?.tokenize();
    if (!tokenized || 'errors' in tokenized) {
      const message = tokenized?.errors.join(', ') || 'No token or product selected';
      show({ is: 'error', text: `Payment Failed: ${message}` });
      return card.current?.focus();
    }
    await send(tokenized.token);
  }

  async function send(token: string | undefined) {
    sent.current = JSON.stringify(orderRequest(form));
    rememberSent(key.current, contentOf(form));
    handleOutcome(await pay({ ...form, token, key: key.current }));
  }

  function handleOutcome(outcome: Outcome) {
    if (outcome.is === 'error' && outcome.definite) {
      key.current = randomKey();
      forgetPurchase();
    }
    if (outcome.is === 'success') rememberPaid();
    if (outcome.is !== 'error' && outcome.order) rememberOrder(outcome.order);
    // Stock or prices have changed, so reload the products.
    queryCache.refetch('/api/products');
    // If the form was closed during the payment, report the outcome in a toast.
    if (!mounted.current || outcome.is === 'success') notify(outcome, done);
    if (outcome.is === 'success') onPaid();
    if (!mounted.current) return;
    switch (outcome.is) {
      case 'success':
        return show({ is: 'success', text: done });
      case 'pending':
        return waitForOutcome(outcome);
      case 'error':
        show({ is: 'error', text: byInvoice ? outcome.text : `Payment Failed: ${outcome.text}` });
        card.current?.focus();
    }
  }
}

function notify(outcome: Outcome, done: string): void {
  const order = outcome.is === 'error' ? undefined : outcome.order;
  if (outcome.is === 'error') toast({ text: `Payment Failed: ${outcome.text}`, variant: 'destructive' });
  else
    toast({
      text: outcome.is === 'success' ? done : outcome.text,
      ...(order && { link: { label: `See order ${order.id}`, href: `${pagePaths.order(order.id)}?key=${order.key}` } }),
    });
}
