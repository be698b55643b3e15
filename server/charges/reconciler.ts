// Finishes what a checkout left open: the process was killed, or the provider never answered. It never starts a charge.
import { deadlineIn } from '#server/deadline.ts';
import { type Refund, outcomeOf as refundOutcome, UNDECIDED_CHECKS } from './ask-refund.ts';
import { type CaptureOutcome, capturePayment } from './capture-payment.ts';
import * as refundStore from './charge-refunds.store.ts';
import { capture, fail } from './charge-states.ts';
import * as chargeStore from './charges.store.ts';
import * as alertStore from './payment-alerts.store.ts';
import { notPaidBack, raiseAlert } from './payment-alerts.ts';
import type { CardProvider, Payment } from './providers/provider.ts';
import { type ChargeShop, timeIn } from './purpose.ts';
import * as store from './reconciler.store.ts';
import { askForOpenRefund, PENDING_CHECK_MS } from './refunds.ts';

const LEASE_MS = 60_000;
export const PROVIDER_CALL_MS = 10_000;
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 2 * 60_000;
const EVENT_RETENTION_MS = 30 * 24 * 60 * 60_000;

const EXPIRED = {
  text: 'The payment was not confirmed in time. Nothing was charged. Please try again.',
  status: 503,
};

/** Settles every charge and refund whose check is due. */
export async function reconcile(shop: ChargeShop, isStopping = () => false): Promise<void> {
  const { database, provider } = shop;
  if (!provider || (await shop.copyGuard.isSuspended())) return;
  for (const id of await store.listDue(database.db, 'charges', timeIn(shop, 0)))
    if (!isStopping()) await settleCharge(shop, provider, id);
  for (const id of await store.listDue(database.db, 'charge_refunds', timeIn(shop, 0)))
    if (!isStopping()) await settleRefund(shop, provider, id);
}

/** A webhook mentions a payment: look it up at the provider. The event itself is not trusted. */
export async function handleWebhookEvent(shop: ChargeShop, eventId: string, paymentId: string): Promise<void> {
  const now = timeIn(shop, 0);
  const { transaction } = shop.database;
  const isNew = await transaction([], async (tx) => {
    if (!(await store.recordEvent(tx, eventId, now))) return false;
    await chargeStore.checkPaymentNow(tx, paymentId, now);
    return true;
  });
  // By itself: what they give back is not locked.
  if (isNew) await transaction([], (tx) => refundStore.checkPaymentNow(tx, paymentId, now));
}

export async function removeOldEvents(shop: ChargeShop): Promise<void> {
  const before = timeIn(shop, -EVENT_RETENTION_MS);
  await shop.database.transaction([], (tx) => store.removeOldEvents(tx, before));
}

async function settleCharge(shop: ChargeShop, card: CardProvider, id: number): Promise<void> {
  const { transaction } = shop.database;
  const charge = await transaction([], async (tx) =>
    (await store.lease(tx, 'charges', id, leaseFrom(shop))) ? chargeStore.find(tx, id) : undefined,
  );
  if (!charge) return;
  const { order_id, key, state, payment_id, provider, checks } = charge;
  const isOurs = provider === card.name;
  // Another provider knows nothing about this payment, and would report that there is nothing to cancel.
  if (!isOurs) await raiseAlert(shop, { payment_id: key, order_id, what: `waits for the provider ${provider}` });
  const settled =
    isOurs &&
    (state === 'approved' && payment_id
      ? await rollForward(shop, card, charge, payment_id)
      : await rollBack(shop, card, charge));
  if (!settled) {
    const nextCheck = timeIn(shop, waitAfter(checks));
    await transaction([], (tx) => store.scheduleCheck(tx, 'charges', id, nextCheck));
  }
  if (isOurs) await reportUndecided(shop, { payment_id: key, order_id, what: UNDECIDED_CHARGE }, checks, settled);
}

const UNDECIDED_CHARGE =
  'is not decided: the card provider does not say whether it was charged. The shop keeps asking; check at the provider';
const UNDECIDED_REFUND =
  'has a refund that the card provider does not confirm. The shop keeps asking; do not refund it again';

/** Tells staff once about what the provider has left open for some minutes, and takes it back when it is decided. */
async function reportUndecided(
  shop: ChargeShop,
  about: { payment_id: string; order_id: number; what: string },
  checks: number,
  isDecided: boolean,
): Promise<void> {
  if (checks < UNDECIDED_CHECKS) return;
  if (!isDecided) return raiseAlert(shop, about);
  await shop.database.transaction([], (tx) => alertStore.withdraw(tx, about));
}

/** It was not committed: void the payment and fail what it was for. */
async function rollBack(shop: ChargeShop, card: CardProvider, charge: chargeStore.Charge): Promise<boolean> {
  // If the payment was captured, which only a restored backup can make of it, the sweep finds it in the provider's list.
  if ((await card.cancelByKey(charge.key, deadlineIn(PROVIDER_CALL_MS))) !== 'cancelled') return false;
  await expire(shop, charge, 'open');
  return true;
}

/** It is committed: capture the payment. */
async function rollForward(
  shop: ChargeShop,
  card: CardProvider,
  charge: chargeStore.Charge,
  paymentId: string,
): Promise<boolean> {
  const payment = await card.findPayment(paymentId, deadlineIn(PROVIDER_CALL_MS / 2));
  const outcome = await outcomeOf(card, paymentId, payment);
  if (outcome === 'captured') await capture(shop, charge);
  if (outcome === 'lost') await expire(shop, charge, 'approved');
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

/** Nobody waits for the response any more. One that was given up keeps its reason. */
export async function expire(shop: ChargeShop, charge: chargeStore.Charge, from: 'open' | 'approved'): Promise<void> {
  const text = charge.failure ?? EXPIRED.text;
  const status = charge.failure_status ?? EXPIRED.status;
  await fail(shop, charge, { text, status, is: 'voided', from, tellByEmail: true });
}

async function settleRefund(shop: ChargeShop, card: CardProvider, id: number): Promise<void> {
  const { db, transaction } = shop.database;
  const refund = await transaction([], async (tx) =>
    (await store.lease(tx, 'charge_refunds', id, leaseFrom(shop))) ? refundStore.find(tx, id) : undefined,
  );
  const charge = refund && (await chargeStore.find(db, refund.charge_id));
  if (!charge) return;
  const { refund_id, state, checks } = refund;
  const { order_id, payment_id, provider } = charge;
  const alert = async (what: string, raise = alertStore.raise) => {
    if (payment_id) await raiseAlert(shop, { payment_id, order_id, what }, raise);
  };
  if (provider !== card.name) await alert(`waits for a refund by the provider ${provider}`);
  const deadline = deadlineIn(PROVIDER_CALL_MS);
  const isMade = provider === card.name && state === 'done' && refund_id !== null;
  const outcome = isMade ? await findOutcome(card, refund_id, deadline) : await askForOpenRefund(shop, id, deadline);
  if (outcome?.is === 'refused') await alert(notPaidBack(outcome.text), alertStore.raiseAgain);
  const isPending = outcome?.is === 'done' && outcome.pending;
  const isOpen = !outcome || outcome.is === 'unknown';
  if (payment_id && provider === card.name && !isMade)
    await reportUndecided(shop, { payment_id, order_id, what: UNDECIDED_REFUND }, checks, !isOpen);
  const nextCheck = timeIn(shop, isPending ? PENDING_CHECK_MS : waitAfter(checks));
  await transaction([], (tx) =>
    isPending || isOpen ? store.scheduleCheck(tx, 'charge_refunds', id, nextCheck) : refundStore.stopChecking(tx, id),
  );
}

async function findOutcome(
  card: CardProvider,
  refundId: string,
  deadline: ReturnType<typeof deadlineIn>,
): Promise<Refund> {
  const record = await card.findRefund(refundId, deadline);
  return record ? refundOutcome(record) : { is: 'unknown' };
}

const leaseFrom = (shop: ChargeShop) => ({ now: timeIn(shop, 0), until: timeIn(shop, LEASE_MS) });

/** `checks` counts this one. */
const waitAfter = (checks: number) => Math.min(FIRST_WAIT_MS * 2 ** Math.min(checks - 1, 10), MAX_WAIT_MS);
