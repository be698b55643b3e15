// Finishes what a checkout left open: the process was killed, or the provider never answered. It never starts a charge.
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { deadlineIn } from '#server/deadline.ts';
import type { CardProvider, Payment } from '#server/payments/provider.ts';
import { type CaptureOutcome, capturePayment } from './capture-payment.ts';
import type { OrderTransitions } from './order-transitions.ts';
import * as alertStore from './payment-alerts.store.ts';
import { raiseAlert, raiseRefundAlert } from './payment-alerts.ts';
import * as attemptStore from './payment-attempts.store.ts';
import * as store from './reconciler.store.ts';
import * as refundStore from './refunds.store.ts';
import { PENDING_CHECK_MS, type Refunds } from './refunds.ts';
import type { CopyGuard } from './shop-copy.ts';

const LEASE_MS = 60_000;
export const PROVIDER_CALL_MS = 10_000;
const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 2 * 60_000;
const EVENT_RETENTION_MS = 30 * 24 * 60 * 60_000;

const EXPIRED = 'The payment was not confirmed in time. Nothing was charged. Please try again.';

export type Reconciler = {
  database: Database;
  provider: CardProvider | undefined;
  copyGuard: Pick<CopyGuard, 'isSuspended'>;
  transitions: OrderTransitions;
  refunds: Refunds;
  now: Clock;
  shopId(): Promise<string>;
  report(error: Error, what: string): void;
};

/** Settles every attempt and refund whose check is due. */
export async function reconcile(reconciler: Reconciler, isStopping = () => false): Promise<void> {
  const { database, provider } = reconciler;
  if (!provider || (await reconciler.copyGuard.isSuspended())) return;
  for (const id of await store.listDue(database.db, 'payment_attempts', timeIn(reconciler, 0)))
    if (!isStopping()) await settleAttempt(reconciler, provider, id);
  for (const id of await store.listDue(database.db, 'refunds', timeIn(reconciler, 0)))
    if (!isStopping()) await settleRefund(reconciler, provider, id);
}

/** A webhook mentions a payment: look it up at the provider. The event itself is not trusted. */
export async function handleWebhookEvent(reconciler: Reconciler, eventId: string, paymentId: string): Promise<void> {
  const now = timeIn(reconciler, 0);
  await reconciler.database.transaction([], async (tx) => {
    if (await store.recordEvent(tx, eventId, now)) await attemptStore.checkPaymentNow(tx, paymentId, now);
  });
}

export async function removeOldEvents(reconciler: Reconciler): Promise<void> {
  const before = timeIn(reconciler, -EVENT_RETENTION_MS);
  await reconciler.database.transaction([], (tx) => store.removeOldEvents(tx, before));
}

async function settleAttempt(reconciler: Reconciler, card: CardProvider, id: number): Promise<void> {
  const { transaction } = reconciler.database;
  const attempt = await transaction([], async (tx) =>
    (await store.lease(tx, 'payment_attempts', id, leaseFrom(reconciler))) ? attemptStore.find(tx, id) : undefined,
  );
  if (!attempt) return;
  const { order_id, key, state, payment_id, provider, checks } = attempt;
  const isOurs = provider === card.name;
  // Another provider knows nothing about this payment, and would report that there is nothing to cancel.
  if (!isOurs) await raiseAlert(reconciler, { payment_id: key, order_id, what: `waits for the provider ${provider}` });
  const settled =
    isOurs &&
    (state === 'approved' && payment_id
      ? await rollForward(reconciler, card, { orderId: order_id, paymentId: payment_id })
      : await rollBack(reconciler, card, { orderId: order_id, key }));
  if (!settled) {
    const nextCheck = timeIn(reconciler, waitAfter(checks));
    await transaction([], (tx) => store.scheduleCheck(tx, 'payment_attempts', id, nextCheck));
  }
}

type OpenPayment = { orderId: number; key: string };
type ApprovedPayment = { orderId: number; paymentId: string };

/** The order was not committed: void the payment and fail the order. */
async function rollBack(reconciler: Reconciler, card: CardProvider, { orderId, key }: OpenPayment): Promise<boolean> {
  const outcome = await card.cancelByKey(key, deadlineIn(PROVIDER_CALL_MS));
  if (outcome === 'captured') {
    const what = 'was taken by the provider though the order is not committed';
    await raiseAlert(reconciler, { payment_id: key, order_id: orderId, what });
  }
  if (outcome !== 'cancelled') return false;
  await expireOrder(reconciler, orderId, 'pending');
  return true;
}

/** The order is committed: capture the payment. */
async function rollForward(
  reconciler: Reconciler,
  card: CardProvider,
  { orderId, paymentId }: ApprovedPayment,
): Promise<boolean> {
  const payment = await card.findPayment(paymentId, deadlineIn(PROVIDER_CALL_MS / 2));
  const outcome = await outcomeOf(card, paymentId, payment);
  if (outcome === 'captured')
    await reconciler.database.transaction([], (tx) => reconciler.transitions.markPaid(tx, orderId));
  if (outcome === 'lost') await expireOrder(reconciler, orderId, 'authorised');
  return outcome !== 'unknown';
}

async function outcomeOf(
  card: CardProvider,
  paymentId: string,
  payment: Payment | 'none' | undefined,
): Promise<CaptureOutcome> {
  if (payment === undefined || payment === 'none' || payment.status === 'approved')
    return capturePayment(card, paymentId, deadlineIn(PROVIDER_CALL_MS));
  return payment.status === 'completed' ? 'captured' : 'lost';
}

export async function expireOrder(
  { database, transitions }: Reconciler,
  orderId: number,
  from: 'pending' | 'authorised',
): Promise<void> {
  const failure = { text: EXPIRED, status: 503, attempt: 'voided' as const, from, tellByEmail: true };
  await database.transaction(['products'], (tx) => transitions.fail(tx, orderId, failure));
}

async function settleRefund(reconciler: Reconciler, card: CardProvider, id: number): Promise<void> {
  const { db, transaction } = reconciler.database;
  const refund = await transaction([], async (tx) =>
    (await store.lease(tx, 'refunds', id, leaseFrom(reconciler))) ? refundStore.find(tx, id) : undefined,
  );
  if (!refund) return;
  const { order_id, refund_id, state, checks } = refund;
  const provider = await attemptStore.capturingProvider(db, order_id);
  if (provider !== card.name)
    await raiseRefundAlert(reconciler, order_id, `waits for a refund by the provider ${provider}`);
  const outcome =
    provider === card.name && state === 'done' && refund_id
      ? await card.findRefund(refund_id, deadlineIn(PROVIDER_CALL_MS))
      : await reconciler.refunds.execute(id, deadlineIn(PROVIDER_CALL_MS));
  if (outcome?.is === 'refused') {
    const what = `was not paid back by the provider: ${outcome.text}`;
    await raiseRefundAlert(reconciler, order_id, what, alertStore.raiseAgain);
  }
  const isPending = outcome?.is === 'done' && outcome.pending;
  const nextCheck = timeIn(reconciler, isPending ? PENDING_CHECK_MS : waitAfter(checks));
  await transaction([], (tx) =>
    isPending || !outcome || outcome.is === 'unknown'
      ? store.scheduleCheck(tx, 'refunds', id, nextCheck)
      : refundStore.stopChecking(tx, id),
  );
}

const leaseFrom = (reconciler: Reconciler) => ({
  now: timeIn(reconciler, 0),
  until: timeIn(reconciler, LEASE_MS),
});

export const timeIn = ({ now }: Pick<Reconciler, 'now'>, ms: number): string =>
  new Date(now().getTime() + ms).toISOString();

const waitAfter = (checks: number) => Math.min(FIRST_WAIT_MS * 2 ** Math.min(checks, 10), MAX_WAIT_MS);
