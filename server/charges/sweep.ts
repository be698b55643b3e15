// Compares the provider's list of payments with our charges. One that arrived late, or that nothing claims, is undone.
import { cents } from '#contracts/money.ts';
import { deadlineIn } from '#server/deadline.ts';
import { askProvider } from './ask-refund.ts';
import { recordFees } from './card-fees.ts';
import { refundedCents } from './charge-refunds.store.ts';
import { purposeOf } from './charge-states.ts';
import * as chargeStore from './charges.store.ts';
import { raiseAlert, shopAlert } from './payment-alerts.ts';
import { isLive } from './payment-response.ts';
import type { CardProvider, Payment } from './providers/provider.ts';
import { type ChargeShop, timeIn } from './purpose.ts';
import { expire, PROVIDER_CALL_MS } from './reconciler.ts';
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

export async function sweepPayments(shop: ChargeShop): Promise<void> {
  const { database, provider } = shop;
  // The demo provider keeps no list.
  if (!provider || provider.name === 'demo') return;
  if (await shop.copyGuard.isSuspended()) return;
  for (const { name, everyMs, backMs } of sweeps) {
    const turn = { now: timeIn(shop, 0), next: timeIn(shop, everyMs) };
    if (!(await database.transaction([], (tx) => store.claimTurn(tx, name, turn)))) continue;
    // After a restore, the long sweep goes back to the time of the backup. The short one keeps watching new payments.
    const backup = name === 'long sweep' ? await store.findSweepStart(database.db) : undefined;
    const since = timeIn(shop, -backMs);
    const start = (await store.findPosition(database.db, name)) ?? (backup && backup < since ? backup : since);
    const done = await sweepFrom(shop, provider, name, start);
    if (done && backup) await database.transaction([], (tx) => store.clearSweepStart(tx, backup));
  }
}

/** Compares page after page, from `start` to now, and remembers how far it has come. False if there is more to do. */
async function sweepFrom(shop: ChargeShop, card: CardProvider, name: string, start: string): Promise<boolean> {
  const { transaction } = shop.database;
  const run = deadlineIn(RUN_MS);
  const to = timeIn(shop, 0);
  let from = start;
  while (from < to) {
    const list = await card.listPayments({ from, to }, run);
    if (!list) {
      await transaction([], (tx) => store.savePosition(tx, name, from));
      await reportFailure(shop);
      return false;
    }
    await comparePayments(shop, card, { from, to: list.readUntil }, list.payments);
    from = list.readUntil;
    const position = from < to ? from : undefined;
    await transaction([], (tx) => store.savePosition(tx, name, position));
    if (position && run.remainingMs() === 0) return false;
  }
  await transaction([], (tx) => store.clearFailure(tx));
  return true;
}

async function reportFailure(shop: ChargeShop): Promise<void> {
  shop.report(new Error('The list of payments could not be read.'), 'The sweep is postponed.');
  const now = timeIn(shop, 0);
  const since = await shop.database.transaction([], (tx) => store.recordFailure(tx, now));
  if (Date.parse(now) - Date.parse(since) < MAX_FAILING_MS) return;
  const what = `The card provider's list of payments has not been readable since ${since}. Until it is, the shop does not notice charges without an order`;
  await raiseAlert(shop, shopAlert(what));
}

async function comparePayments(
  shop: ChargeShop,
  card: CardProvider,
  { from, to }: { from: string; to: string },
  payments: Payment[],
): Promise<void> {
  const prefix = `${await shop.shopId()}-`;
  const newest = timeIn(shop, -MIN_AGE_MS);
  const heldReferences = new Set(payments.filter(holdsMoney).map(({ reference }) => reference));
  for (const payment of payments) {
    if (!payment.reference.startsWith(prefix) || payment.created_at > newest) continue;
    await checkPayment(shop, card, payment);
    if (!heldReferences.has(payment.reference)) await expireUnpaid(shop, payment);
  }
  await recordFees(
    shop,
    payments.filter(({ reference }) => reference.startsWith(prefix)),
  );
  const completed = new Set(payments.filter(({ status }) => status === 'completed').map(({ id }) => id));
  const { db } = shop.database;
  const period = { provider: card.name, from, to: to < newest ? to : newest };
  const captured = await chargeStore.listCaptured(db, period);
  for (const { order_id, payment_id } of captured)
    if (payment_id && !completed.has(payment_id)) await checkMissingPayment(shop, card, order_id, payment_id);
}

/** A paid order whose payment is not completed in the list. It may have been completed since the list was read. */
async function checkMissingPayment(
  shop: ChargeShop,
  card: CardProvider,
  orderId: number,
  paymentId: string,
): Promise<void> {
  const payment = await card.findPayment(paymentId, deadlineIn(PROVIDER_CALL_MS));
  if (payment !== 'none' && (!payment || payment.status === 'completed')) return;
  const what = 'belongs to a paid order and is not completed at the provider';
  await raiseAlert(shop, { payment_id: paymentId, order_id: orderId, what });
}

async function checkPayment(shop: ChargeShop, card: CardProvider, payment: Payment): Promise<void> {
  const { db } = shop.database;
  const charge = await chargeStore.findByPaymentId(db, payment.id);
  // A purpose that failed has no claim to a payment, even if the charge was captured.
  const claim = charge && isTaken(charge) ? await purposeOf(shop, charge).claim(db, charge) : undefined;
  if (charge && claim?.holds) return checkExternalRefund(shop, charge, claim.countedAs, payment);
  const named = await chargeStore.findByReference(db, payment.reference);
  if (payment.status === 'approved' && !(named && isLive(named)))
    await card.cancel(payment.id, deadlineIn(PROVIDER_CALL_MS));
  if (payment.status === 'completed' && payment.refunded < payment.amount) {
    const about = { payment_id: payment.id, order_id: charge?.order_id ?? null };
    await raiseAlert(shop, { ...about, what: 'was taken without an order that holds it and is being refunded' });
    const isBack = await refundOrphan(card, payment);
    if (!isBack && payment.created_at < timeIn(shop, -LATE_MS)) await raiseAlert(shop, { ...about, what: NOT_BACK });
    // After a restore the charge is as it was in the backup: not captured yet.
    await expireUnpaid(shop, payment);
  }
}

const isTaken = ({ state }: chargeStore.Charge): boolean => state === 'approved' || state === 'captured';

/** Whether the money is on its way back. The next sweep asks again if not. */
async function refundOrphan(card: CardProvider, payment: Payment): Promise<boolean> {
  const { id, amount, refunded, refund_ids, created_at: since } = payment;
  const asked = { key: `sweep-${id}`.slice(0, 45), paymentId: id, amount: cents(amount - refunded), since };
  const made = refund_ids.map((refund_id, index) => ({ refund_id, amount_cents: index === 0 ? refunded : 0 }));
  const outcome = await askProvider(card, asked, { isFirst: false, checks: 0, made }, deadlineIn(PROVIDER_CALL_MS));
  return outcome.is === 'done';
}

/** Fails an open charge that no payment will reach. After a restore a younger one may have the same reference. */
async function expireUnpaid(shop: ChargeShop, { reference, created_at }: Payment): Promise<void> {
  const charge = await chargeStore.findByReference(shop.database.db, reference);
  if (charge?.state === 'open' && charge.created_at <= created_at) await expire(shop, charge, 'open');
}

/** Someone refunded the payment at the provider, or a restored backup does not know about our own refund. */
async function checkExternalRefund(
  shop: ChargeShop,
  { id, state, order_id }: chargeStore.Charge,
  countedAs: string | undefined,
  payment: Payment,
): Promise<void> {
  if (state !== 'captured' || !countedAs) return;
  if (payment.refunded <= (await refundedCents(shop.database.db, id))) return;
  const what = `was given back at the provider while ${countedAs} as paid`;
  await raiseAlert(shop, { payment_id: payment.id, order_id, what });
}

const holdsMoney = ({ status }: Payment) => status === 'approved' || status === 'completed';
