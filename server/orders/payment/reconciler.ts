// Finishes what a checkout left behind: a process that was killed, an answer that never came. It never starts a charge.
import { cents } from '#contracts/money.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { deadlineIn } from '#server/deadline.ts';
import * as checkoutStore from '#server/orders/order.store.ts';
import { capturingProvider } from '#server/orders/order-list.store.ts';
import type { CardProvider, Payment, Refund } from '#server/payments/provider.ts';
import { capture } from './checkout.ts';
import type { OrderTransitions } from './order-transitions.ts';
import * as alarms from './payment-alerts.store.ts';
import * as store from './reconciler.store.ts';
import * as refundStore from './refunds.store.ts';
import { PENDING_CHECK_MS, type Refunds } from './refunds.ts';

const LEASE_MS = 60_000;
const CALL_MS = 10_000;
const LIST_MS = 40_000;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 2 * 60_000;
const MINUTE = 60_000;
/** Younger payments may still be in the hands of a checkout. */
const SETTLED_AFTER_MS = 2 * MINUTE;
/** Two sweeps: what just happened, often; the last days, in case we were away, once a day. */
export const sweeps = [
  { name: 'sweep', everyMs: 2 * MINUTE, backMs: 120 * MINUTE },
  { name: 'long sweep', everyMs: 24 * 60 * MINUTE, backMs: 8 * 24 * 60 * MINUTE },
];

const EXPIRED = 'The payment was not confirmed in time. Nothing was charged. Please try again.';

type Parts = {
  database: Database;
  provider: CardProvider | undefined;
  transitions: OrderTransitions;
  refunds: Refunds;
  now: Clock;
  shopId(): Promise<string>;
  report(error: Error, what: string): void;
};

export function createReconciler({ database, provider, transitions, refunds, now, shopId, report }: Parts) {
  const { db, transaction } = database;
  return { settle, sweep, heard, tidy };

  /** Attempts and refunds whose time has come. */
  async function settle(isStopped = () => false): Promise<void> {
    if (!provider) return;
    for (const id of await store.listDue(db, 'payment_attempts', iso(0)))
      if (!isStopped()) await settleAttempt(provider, id);
    for (const id of await store.listDue(db, 'refunds', iso(0))) if (!isStopped()) await settleRefund(provider, id);
  }

  async function settleAttempt(card: CardProvider, id: number): Promise<void> {
    const attempt = await transaction([], (tx) => store.leaseAttempt(tx, id, { now: iso(0), until: iso(LEASE_MS) }));
    if (!attempt) return;
    const { order_id, key, state, payment_id, checks } = attempt;
    // Another provider knows nothing of it, and would say that all is well.
    if (attempt.provider !== card.name) await alarm(key, order_id, `waits for the provider ${attempt.provider}`);
    const settled =
      attempt.provider === card.name &&
      (state === 'approved' && payment_id
        ? await rollForward(card, order_id, payment_id)
        : await rollBack(card, order_id, key));
    if (!settled)
      await transaction([], (tx) => store.scheduleCheck(tx, 'payment_attempts', id, iso(waitAfter(checks))));
  }

  async function rollBack(card: CardProvider, orderId: number, key: string): Promise<boolean> {
    const outcome = await card.cancelByKey(key, deadlineIn(CALL_MS));
    if (outcome === 'captured')
      await alarm(key, orderId, 'was taken by the provider though the order is not committed');
    if (outcome !== 'cancelled') return false;
    await failOrder(orderId, 'pending');
    return true;
  }

  async function rollForward(card: CardProvider, orderId: number, paymentId: string): Promise<boolean> {
    const payment = await card.findPayment(paymentId, deadlineIn(CALL_MS / 2));
    const stands = payment === undefined || payment === 'none' ? 'approved' : payment.status;
    const outcome = stands === 'approved' ? await capture(card, paymentId, deadlineIn(CALL_MS)) : outcomeOf(stands);
    if (outcome === 'taken') await transaction([], (tx) => transitions.markPaid(tx, orderId));
    if (outcome === 'lost') await failOrder(orderId, 'authorised');
    return outcome !== 'unknown';
  }

  async function failOrder(orderId: number, from: 'pending' | 'authorised'): Promise<void> {
    const failure = { text: EXPIRED, status: 503, attempt: 'voided' as const, from };
    await transaction(['products'], (tx) => transitions.fail(tx, orderId, failure));
  }

  async function settleRefund(card: CardProvider, id: number): Promise<void> {
    const refund = await transaction([], (tx) => store.leaseRefund(tx, id, { now: iso(0), until: iso(LEASE_MS) }));
    if (!refund) return;
    const { order_id, refund_id, checks } = refund;
    const takenBy = await capturingProvider(db, order_id);
    if (takenBy !== card.name) await refundAlarm(order_id, `waits for a refund by the provider ${takenBy}`);
    const outcome =
      takenBy === card.name && refund.state === 'done' && refund_id
        ? await card.findRefund(refund_id, deadlineIn(CALL_MS))
        : await refunds.execute(order_id, deadlineIn(CALL_MS));
    if (outcome?.is === 'refused')
      await refundAlarm(order_id, `was not paid back by the provider: ${outcome.text}`, alarms.raiseAgain);
    const onItsWay = outcome?.is === 'done' && outcome.pending;
    const wait = onItsWay ? PENDING_CHECK_MS : waitAfter(checks);
    await transaction([], (tx) =>
      onItsWay || !outcome || outcome.is === 'unknown'
        ? store.scheduleCheck(tx, 'refunds', id, iso(wait))
        : refundStore.stopChecking(tx, id),
    );
  }

  async function refundAlarm(orderId: number, what: string, raise = alarms.raise): Promise<void> {
    const order = await checkoutStore.find(db, orderId);
    if (order?.payment_id) await alarm(order.payment_id, orderId, what, raise);
  }

  /** Compares the provider's list with ours: a charge that arrived late, or that nobody waits for, is undone. */
  async function sweep(): Promise<void> {
    // The demo keeps no list.
    if (!provider || provider.name === 'demo') return;
    for (const { name, everyMs, backMs } of sweeps) {
      const turn = await transaction([], (tx) => store.claimTurn(tx, name, { now: iso(0), next: iso(everyMs) }));
      if (!turn) continue;
      // A shop brought back from a backup looks back to it once, however old it is.
      const brought = await store.findSweepStart(db);
      const since = iso(-backMs);
      const done = await compare(provider, brought && brought < since ? brought : since);
      if (done && brought) await transaction([], (tx) => store.clearSweepStart(tx, brought));
    }
  }

  async function compare(card: CardProvider, since: string): Promise<boolean> {
    const listed = await card.listPayments(new Date(since), deadlineIn(LIST_MS));
    if (!listed) {
      report(new Error('The list of payments could not be read.'), 'The sweep is left for later.');
      return false;
    }
    const ours = `${await shopId()}-`;
    const settled = iso(-SETTLED_AFTER_MS);
    const held = new Set(listed.filter(holds).map(({ reference }) => reference));
    for (const payment of listed)
      if (payment.reference.startsWith(ours) && payment.created_at <= settled) {
        const orderId = Number(payment.reference.slice(ours.length));
        await judge(card, payment, orderId);
        if (!held.has(payment.reference)) await giveUp(orderId, payment);
      }
    const completed = new Set(listed.filter(({ status }) => status === 'completed').map(({ id }) => id));
    for (const order of await store.listCaptured(db, { provider: card.name, from: since, to: settled }))
      if (order.payment_id && !completed.has(order.payment_id)) await lookAgain(card, order.id, order.payment_id);
    return true;
  }

  /** It may have been completed since the list was read. */
  async function lookAgain(card: CardProvider, orderId: number, paymentId: string): Promise<void> {
    const payment = await card.findPayment(paymentId, deadlineIn(CALL_MS));
    if (payment === 'none' || (payment && payment.status !== 'completed'))
      await alarm(paymentId, orderId, 'belongs to a paid order and is not completed at the provider');
  }

  async function judge(card: CardProvider, payment: Payment, orderId: number): Promise<void> {
    const order = await checkoutStore.findByPaymentId(db, payment.id);
    // A failed order has no claim to a payment, whatever its row says.
    if (order && order.status !== 'failed') return judgeRefunded(order, payment);
    if (payment.status === 'approved' && !(await store.hasLiveAttempt(db, orderId))) {
      await card.cancel(payment.id, deadlineIn(CALL_MS));
    }
    if (payment.status === 'completed' && payment.refunded < payment.amount) {
      const key = `sweep-${payment.id}`.slice(0, 45);
      const amount = payment.amount - payment.refunded;
      const refund = await card.refund({ key, paymentId: payment.id, amount: cents(amount) }, deadlineIn(CALL_MS));
      await alarm(payment.id, order?.id ?? null, `was taken without an order that holds it and ${wordOf(refund)}`);
      // Its order stands as it did in the backup, before it was paid.
      await giveUp(orderId, payment);
    }
  }

  /** An order that no payment will come to any more. A younger one has the same number by chance. */
  async function giveUp(orderId: number, payment: Payment): Promise<void> {
    const unpaid = await checkoutStore.find(db, orderId);
    if (unpaid?.status === 'pending' && unpaid.created_at <= payment.created_at) await failOrder(orderId, 'pending');
  }

  /** Somebody gave the money back at the provider, or a backup does not know that we did. */
  async function judgeRefunded({ id, status }: checkoutStore.OrderRow, payment: Payment): Promise<void> {
    const paid = status === 'paid' || status === 'ready' || status === 'completed';
    if (paid && payment.refunded > 0 && !(await refundStore.findOpen(db, id)))
      await alarm(payment.id, id, 'was given back at the provider while its order counts as paid');
  }

  /** A webhook speaks of a payment: it is looked up, never believed. */
  async function heard(eventId: string, paymentId: string): Promise<void> {
    await transaction([], async (tx) => {
      if (await store.recordEvent(tx, eventId, iso(0))) await store.checkNow(tx, paymentId, iso(0));
    });
  }

  async function alarm(payment_id: string, order_id: number | null, what: string, raise = alarms.raise): Promise<void> {
    const raised = await transaction([], (tx) => raise(tx, { payment_id, order_id, what, at: iso(0) }));
    if (raised) report(new Error(`Payment ${payment_id} ${what}.`), 'A payment needs looking after.');
  }

  async function tidy(): Promise<void> {
    await transaction([], (tx) => store.removeOldEvents(tx, iso(-30 * 24 * 60 * MINUTE)));
  }

  function iso(inMs: number): string {
    return new Date(now().getTime() + inMs).toISOString();
  }
}

const holds = ({ status }: Payment) => status === 'approved' || status === 'completed';

const outcomeOf = (status: 'completed' | 'cancelled' | 'failed') => (status === 'completed' ? 'taken' : 'lost');

function wordOf(refund: Refund): string {
  if (refund.is === 'refused') return `the provider does not give it back: ${refund.text}`;
  return refund.is === 'done' ? 'is being refunded' : 'its refund is not confirmed yet';
}

const waitAfter = (checks: number) => Math.min(FIRST_WAIT_MS * 2 ** Math.min(checks, 10), LONGEST_WAIT_MS);
