// Gives money back to the card. A refund is stored with its key before the provider is asked, so it is paid once. How much may
// go back is decided by what the charge pays for, with that locked.
import { randomUUID } from 'node:crypto';
import { cents, formatCents } from '#contracts/money.ts';
import type { Db } from '#server/database/schema.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { conflict, HttpError } from '#server/http-errors.ts';
import { askProvider, type Comparison, findMade, type Made, type Refund } from './ask-refund.ts';
import * as store from './charge-refunds.store.ts';
import { CHECK_AFTER_MS, purposeOf } from './charge-states.ts';
import * as chargeStore from './charges.store.ts';
import { correctAlert } from './payment-alerts.ts';
import type { CardProvider } from './providers/provider.ts';
import { type ChargeShop, timeIn } from './purpose.ts';

const REFUND_MS = 20_000;
/** How long to wait before asking about a pending refund again. */
export const PENDING_CHECK_MS = 60 * 60_000;
export const PAUSED = 'Payments are paused, because this shop is a copy. See the payments needing attention.';
export const ON_ITS_WAY = 'The refund is already on its way.';
const NO_ANSWER = 'The card provider does not say what became of the first refund. Try again later.';

type Found = {
  card: CardProvider;
  refund: store.RefundRow;
  charge: chargeStore.Charge;
  asked: Parameters<typeof askProvider>[1];
  made: Awaited<ReturnType<typeof store.listOthers>>;
};
type NewRefund = Omit<store.NewRefund, 'key' | 'created_at' | 'next_check_at'>;

export async function requireRefunds({ provider, copyGuard }: ChargeShop): Promise<void> {
  if (!provider) throw new HttpError(503, 'Card payments are not set up. Make the refund at the card provider.');
  if (await copyGuard.isSuspended()) throw conflict(PAUSED);
}

export const atMost = (left: number): HttpError => conflict(`Only $${formatCents(cents(left))} of it can be refunded.`);

/** What the charge pays for must be locked, so that no other refund gets in between. Ask for it after the commit. */
export async function openRefund(shop: ChargeShop, tx: Db, refund: NewRefund): Promise<number> {
  const times = { created_at: timeIn(shop, 0), next_check_at: timeIn(shop, CHECK_AFTER_MS) };
  const id = await store.open(tx, { ...refund, ...times, key: randomUUID() });
  if (id === undefined) throw conflict(ON_ITS_WAY);
  return id;
}

/** Asks again for a refund that the provider refused. */
export async function reopenRefund(shop: ChargeShop, tx: Db, id: number): Promise<void> {
  const again = { key: randomUUID(), next_check_at: timeIn(shop, CHECK_AFTER_MS) };
  if (!(await store.reopen(tx, id, again))) throw conflict(ON_ITS_WAY);
}

/** Asks the provider now. Only the process that opened it calls this: it counts as the first time. */
export async function askForNewRefund(shop: ChargeShop, id: number): Promise<void> {
  await askForOpenRefund(shop, id, deadlineIn(REFUND_MS), true);
}

/** Asks the provider now, unless another request does. Says why if it refuses. */
export async function askOrReport(shop: ChargeShop, { id, isNew }: { id: number; isNew: boolean }): Promise<void> {
  if (isNew) await askForNewRefund(shop, id);
  const refund = await store.find(shop.database.db, id);
  if (refund?.state === 'refused') throw notMade(refund);
}

function notMade({ refusal, request_key }: store.RefundRow): HttpError {
  return new HttpError(409, `The refund was not made: ${refusal}`, {
    ...(request_key && { errors: { 'Idempotency-Key': ['To ask again, send another key.'] } }),
  });
}

/** Asks the provider to refund, for the first time or again, and stores the outcome. */
export async function askForOpenRefund(
  shop: ChargeShop,
  id: number,
  deadline: Deadline,
  isFirst = false,
): Promise<Refund | undefined> {
  const { transaction } = shop.database;
  const found = await findIn(shop, 'open', id);
  if (!found) return undefined;
  const { card, charge, refund, asked, made } = found;
  const outcome = await askProvider(card, asked, { isFirst, checks: refund.checks, made }, deadline);
  const { lock, tags } = purposeOf(shop, charge);
  if (outcome.is === 'unknown') return outcome;
  const isRecorded =
    outcome.is === 'done'
      ? await transaction(tags, (tx) => recordMade(shop, tx, found, outcome))
      : await transaction([], async (tx) => {
          await lock(tx, charge);
          return store.setRefused(tx, refund, outcome.text);
        });
  return isRecorded ? outcome : { is: 'unknown' };
}

/** Before a refused refund is asked for again: the provider may have made it after all. */
export async function requireCompared(shop: ChargeShop, id: number): Promise<void> {
  const comparison = await compareRefund(shop, id, deadlineIn(REFUND_MS));
  if (comparison === 'no answer') throw new HttpError(503, NO_ANSWER);
  if (comparison === 'later') throw conflict(ON_ITS_WAY);
}

/**
 * Looks at the provider whether it made a refund after all that counts as refused. Staff may have asked for the money again:
 * then it was paid twice, and only the money is recorded.
 */
export async function compareRefund(shop: ChargeShop, id: number, deadline: Deadline): Promise<Comparison> {
  const { db, transaction } = shop.database;
  if ((await store.find(db, id))?.state !== 'refused') return 'compared';
  const found = await findIn(shop, 'refused', id);
  if (!found) return 'not here';
  const { card, charge, asked, made } = found;
  const outcome = await findMade(card, asked, made, deadline);
  if (outcome === undefined) return 'no answer';
  if (outcome === 'none') return 'compared';
  const isRecorded = await transaction(purposeOf(shop, charge).tags, (tx) =>
    recordMade(shop, tx, found, outcome, 'refused'),
  );
  return isRecorded ? 'compared' : 'later';
}

async function findIn(
  { database: { db }, provider }: ChargeShop,
  state: 'open' | 'refused',
  id: number,
): Promise<Found | undefined> {
  const refund = await store.find(db, id);
  const charge = refund && (await chargeStore.find(db, refund.charge_id));
  if (!provider || !charge?.payment_id || charge.provider !== provider.name || refund?.state !== state)
    return undefined;
  const { key, amount_cents, created_at: since } = refund;
  const made = (await store.listOthers(db, refund)).filter((other) => other.state === 'done');
  const asked = { key, paymentId: charge.payment_id, amount: cents(amount_cents), since };
  return { card: provider, refund, charge, asked, made };
}

/** False if it has to be looked up again, because what was found may be another refund of the charge. */
async function recordMade(
  shop: ChargeShop,
  tx: Db,
  { refund, charge, asked, made }: Found,
  { id: refund_id, pending }: Made,
  from: 'open' | 'refused' = 'open',
): Promise<boolean> {
  const purpose = purposeOf(shop, charge);
  await purpose.lock(tx, charge);
  const others = await store.listOthers(tx, refund);
  if (others.filter(({ state }) => state === 'done').length !== made.length) return false;
  if (from === 'refused' && others.some(({ state }) => state === 'open')) return false;
  const at = timeIn(shop, 0);
  const next_check_at = pending ? timeIn(shop, PENDING_CHECK_MS) : null;
  if (!(await store.setDone(tx, refund.id, { refund_id, next_check_at, done_at: at }, from))) return true;
  const isTwice = from === 'refused' && others.some((other) => isAgain(refund, other));
  const moneyOnly = { ...refund, lines: [], restock: 0, ends_order: 0 };
  await purpose.refunded(shop, tx, isTwice ? moneyOnly : refund, charge);
  if (from === 'refused') {
    const about = { payment_id: asked.paymentId, order_id: charge.order_id, isTwice, at };
    await correctAlert(tx, { ...refund, ...about });
  }
  return true;
}

type Row = { id: number; state: string; amount_cents: number };

/** Whether staff asked for the same money again. */
const isAgain = (refund: Row, other: Row): boolean =>
  other.id > refund.id && other.state !== 'refused' && other.amount_cents === refund.amount_cents;
