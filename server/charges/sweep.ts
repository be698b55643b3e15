// Compares the provider's list of payments with our orders. A charge that arrived late, or that no order claims, is undone.
import { cents } from '#contracts/money.ts';
import type { CardProvider, Payment } from '#server/charges/providers/provider.ts';
import type { Db } from '#server/database/schema.ts';
import { deadlineIn } from '#server/deadline.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { askForRefund } from './ask-refund.ts';
import { recordFees } from './card-fees.ts';
import type { InvoicePayment } from './invoice-payments.store.ts';
import * as invoicePaymentStore from './invoice-payments.store.ts';
import * as invoiceRefundStore from './invoice-refunds.store.ts';
import { raiseAlert, shopAlert } from './payment-alerts.ts';
import * as attemptStore from './payment-attempts.store.ts';
import { expireOrder, PROVIDER_CALL_MS, type Reconciler, timeIn } from './reconciler.ts';
import * as refundStore from './refunds.store.ts';
import * as store from './sweep.store.ts';

/** One run reads for this long. What is left over is read in the next run, half a minute later. */
const RUN_MS = 40_000;
const MINUTE_MS = 60_000;
/** A checkout may still be working on a younger payment. */
const MIN_AGE_MS = 2 * MINUTE_MS;
/** Staff are told when money that belongs to no order is not back by then. */
const LATE_MS = 10 * MINUTE_MS;
const NOT_BACK = 'is not refunded yet, though no order holds it. The shop keeps asking; check at the provider';
/** Staff are told when the list could not be read for this long. */
const MAX_FAILING_MS = 60 * MINUTE_MS;

/** A short sweep runs often; a long one runs daily, in case the shop was down, and after a restore. */
export const sweeps = [
  { name: 'sweep', everyMs: 2 * MINUTE_MS, backMs: 120 * MINUTE_MS },
  { name: 'long sweep', everyMs: 24 * 60 * MINUTE_MS, backMs: 8 * 24 * 60 * MINUTE_MS },
];

export async function sweepPayments(reconciler: Reconciler): Promise<void> {
  const { database, provider } = reconciler;
  // The demo provider keeps no list.
  if (!provider || provider.name === 'demo') return;
  if (await reconciler.copyGuard.isSuspended()) return;
  for (const { name, everyMs, backMs } of sweeps) {
    const turn = { now: timeIn(reconciler, 0), next: timeIn(reconciler, everyMs) };
    if (!(await database.transaction([], (tx) => store.claimTurn(tx, name, turn)))) continue;
    // After a restore, the long sweep goes back to the time of the backup. The short one keeps watching new payments.
    const backup = name === 'long sweep' ? await store.findSweepStart(database.db) : undefined;
    const since = timeIn(reconciler, -backMs);
    const start = (await store.findPosition(database.db, name)) ?? (backup && backup < since ? backup : since);
    const done = await sweepFrom(reconciler, provider, name, start);
    if (done && backup) await database.transaction([], (tx) => store.clearSweepStart(tx, backup));
  }
}

/** Compares page after page, from `start` to now, and remembers how far it has come. False if there is more to do. */
async function sweepFrom(reconciler: Reconciler, card: CardProvider, name: string, start: string): Promise<boolean> {
  const { transaction } = reconciler.database;
  const run = deadlineIn(RUN_MS);
  const to = timeIn(reconciler, 0);
  let from = start;
  while (from < to) {
    const list = await card.listPayments({ from, to }, run);
    if (!list) {
      await transaction([], (tx) => store.savePosition(tx, name, from));
      await reportFailure(reconciler);
      return false;
    }
    await comparePayments(reconciler, card, { from, to: list.readUntil }, list.payments);
    from = list.readUntil;
    const position = from < to ? from : undefined;
    await transaction([], (tx) => store.savePosition(tx, name, position));
    if (position && run.remainingMs() === 0) return false;
  }
  await transaction([], (tx) => store.clearFailure(tx));
  return true;
}

async function reportFailure(reconciler: Reconciler): Promise<void> {
  reconciler.report(new Error('The list of payments could not be read.'), 'The sweep is postponed.');
  const now = timeIn(reconciler, 0);
  const since = await reconciler.database.transaction([], (tx) => store.recordFailure(tx, now));
  if (Date.parse(now) - Date.parse(since) < MAX_FAILING_MS) return;
  const what = `The card provider's list of payments has not been readable since ${since}. Until it is, the shop does not notice charges without an order`;
  await raiseAlert(reconciler, shopAlert(what));
}

async function comparePayments(
  reconciler: Reconciler,
  card: CardProvider,
  { from, to }: { from: string; to: string },
  payments: Payment[],
): Promise<void> {
  const prefix = `${await reconciler.shopId()}-`;
  const newest = timeIn(reconciler, -MIN_AGE_MS);
  const heldReferences = new Set(payments.filter(holdsMoney).map(({ reference }) => reference));
  for (const payment of payments) {
    if (!payment.reference.startsWith(prefix) || payment.created_at > newest) continue;
    const purpose = payment.reference.slice(prefix.length);
    await checkPayment(reconciler, card, payment, purpose);
    if (!heldReferences.has(payment.reference)) await expireUnpaidOrder(reconciler, purpose, payment);
  }
  await recordFees(
    reconciler,
    payments.filter(({ reference }) => reference.startsWith(prefix)),
  );
  const completed = new Set(payments.filter(({ status }) => status === 'completed').map(({ id }) => id));
  const { db } = reconciler.database;
  const period = { provider: card.name, from, to: to < newest ? to : newest };
  const captured = [
    ...(await attemptStore.listCaptured(db, period)),
    ...(await invoicePaymentStore.listCaptured(db, period)),
  ];
  for (const { order_id, payment_id } of captured)
    if (payment_id && !completed.has(payment_id)) await checkMissingPayment(reconciler, card, order_id, payment_id);
}

/** A paid order whose payment is not completed in the list. It may have been completed since the list was read. */
async function checkMissingPayment(
  reconciler: Reconciler,
  card: CardProvider,
  orderId: number,
  paymentId: string,
): Promise<void> {
  const payment = await card.findPayment(paymentId, deadlineIn(PROVIDER_CALL_MS));
  if (payment !== 'none' && (!payment || payment.status === 'completed')) return;
  const what = 'belongs to a paid order and is not completed at the provider';
  await raiseAlert(reconciler, { payment_id: paymentId, order_id: orderId, what });
}

async function checkPayment(
  reconciler: Reconciler,
  card: CardProvider,
  payment: Payment,
  purpose: string,
): Promise<void> {
  const { db } = reconciler.database;
  const [order, invoicePayment] = await Promise.all([
    orderStore.findByPaymentId(db, payment.id),
    invoicePaymentStore.findByPaymentId(db, payment.id),
  ]);
  // A failed order has no claim to a payment, even if its row names one.
  if (order && order.status !== 'failed') return checkExternalRefund(reconciler, order, payment);
  if (invoicePayment && ['approved', 'captured'].includes(invoicePayment.state))
    return checkRefundedInvoice(reconciler, invoicePayment, payment);
  if (payment.status === 'approved' && !(await isLive(db, purpose)))
    await card.cancel(payment.id, deadlineIn(PROVIDER_CALL_MS));
  if (payment.status === 'completed' && payment.refunded < payment.amount) {
    const about = { payment_id: payment.id, order_id: order?.id ?? null };
    await raiseAlert(reconciler, { ...about, what: 'was taken without an order that holds it and is being refunded' });
    const isBack = await refundOrphan(card, payment);
    if (!isBack && payment.created_at < timeIn(reconciler, -LATE_MS))
      await raiseAlert(reconciler, { ...about, what: NOT_BACK });
    // After a restore the order is as it was in the backup: not paid yet.
    await expireUnpaidOrder(reconciler, purpose, payment);
  }
}

/** What a reference says after the shop id: the number of an order, or `i` with an invoice and its payment. */
const orderIn = (purpose: string): number | undefined => (/^\d+$/.test(purpose) ? Number(purpose) : undefined);

async function isLive(db: Db, purpose: string): Promise<boolean> {
  const orderId = orderIn(purpose);
  if (orderId !== undefined) return attemptStore.hasLiveAttempt(db, orderId);
  const payment = await invoicePaymentStore.find(db, Number(purpose.split('-')[1] ?? 0));
  return payment?.state === 'open' || payment?.state === 'approved';
}

/** Whether the money is on its way back. The next sweep asks again if not. */
async function refundOrphan(card: CardProvider, payment: Payment): Promise<boolean> {
  const { id, amount, refunded, refund_ids, created_at: since } = payment;
  const asked = { key: `sweep-${id}`.slice(0, 45), paymentId: id, amount: cents(amount - refunded), since };
  const made = refund_ids.map((refund_id, index) => ({ refund_id, amount_cents: index === 0 ? refunded : 0 }));
  const outcome = await askForRefund(card, asked, { isFirst: false, checks: 0, made }, deadlineIn(PROVIDER_CALL_MS));
  return outcome.is === 'done';
}

/** Fails a pending order that no payment will reach. After a restore a younger order may have the same number. */
async function expireUnpaidOrder(reconciler: Reconciler, purpose: string, payment: Payment): Promise<void> {
  const orderId = orderIn(purpose);
  if (orderId === undefined) return;
  const order = await orderStore.find(reconciler.database.db, orderId);
  // One on terms is pending, too, and waits for its invoice to be paid.
  if (order?.status === 'pending' && order.on_terms === 0 && order.created_at <= payment.created_at)
    await expireOrder(reconciler, orderId, 'pending');
}

/** Someone refunded the payment at the provider, or a restored backup does not know about our own refund. */
async function checkExternalRefund(
  reconciler: Reconciler,
  { id, status }: orderStore.OrderRow,
  payment: Payment,
): Promise<void> {
  const isPaid = status === 'paid' || status === 'ready' || status === 'completed';
  if (!isPaid || payment.refunded <= (await refundStore.refundedCents(reconciler.database.db, id))) return;
  const what = 'was given back at the provider while its order counts as paid';
  await raiseAlert(reconciler, { payment_id: payment.id, order_id: id, what });
}

async function checkRefundedInvoice(
  reconciler: Reconciler,
  { id, state, order_id, invoice_number }: InvoicePayment,
  payment: Payment,
): Promise<void> {
  const known = await invoiceRefundStore.refundedCents(reconciler.database.db, id);
  if (state !== 'captured' || payment.refunded <= known) return;
  const what = `was given back at the provider while invoice ${invoice_number} counts it as paid`;
  await raiseAlert(reconciler, { payment_id: payment.id, order_id, what });
}

const holdsMoney = ({ status }: Payment) => status === 'approved' || status === 'completed';
