// The first transaction of a reservation: checks the deposit against our own figures, writes the order and its charge, and
// holds the pounds of the harvest.
import { farmInstant } from '#contracts/dates.ts';
import { depositOf } from '#contracts/deposit.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents } from '#contracts/money.ts';
import type { ReservationRequest } from '#contracts/reservations.ts';
import type { Started } from '#server/charges/charge-once.ts';
import { open as openCharge } from '#server/charges/charge-states.ts';
import type { ChargedBy } from '#server/charges/take-payment.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import * as harvestPounds from '#server/harvests/harvest-pounds.store.ts';
import * as harvests from '#server/harvests/harvests.store.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import { claim } from '#server/idempotency/idempotency.store.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { orderCharge, receiptOf } from '#server/orders/start-order.ts';
import { newViewKey } from '#server/view-key.ts';
import * as store from './reservations.store.ts';

type Offer = NonNullable<Awaited<ReturnType<typeof harvests.findPublic>>>;

type Request = Omit<ReservationRequest, 'sourceId'> & { harvest_id: number };
type Buyer = { card: ChargedBy; actor: { id: number } | undefined };

/** Undefined if this checkout already has an order. */
export async function startReservation(
  tx: Db,
  { now }: { now: Clock },
  { harvest_id, ...request }: Request,
  { card, actor }: Buyer,
): Promise<Started | undefined> {
  const { pounds, day_id, amount, name, email, phone } = request;
  const created_at = now().toISOString();
  const offer = await harvests.findPublic(tx, harvest_id);
  if (!offer) throw notFound('This harvest is no longer on the board.');
  const { price_cents, deposit_percent } = requireOpen(offer, day_id, created_at);
  if (depositOf(cents(price_cents), pounds, deposit_percent) !== amount)
    throw conflict('The deposit has changed. Please review your reservation.');

  const { checkout_key, request_hash } = card;
  if (!(await claim(tx, { key: checkout_key, request_hash, created_at }))) return undefined;
  requireLeft(offer, day_id, pounds);
  const view_key = newViewKey();
  const id = await orderStore.insertOrder(tx, {
    ...{ view_key, checkout_key, name, email, address: null, phone, location_option: 'pickup' },
    ...{ pounds, amount_cents: amount, account_id: actor?.id ?? null, created_at },
  });
  if (id === undefined) return undefined;
  await orderStore.insertEvent(tx, { order_id: id, status: 'pending', at: created_at, account_id: null });
  const charge = await openCharge({ now }, tx, orderCharge(card, id, amount));
  const held = { harvest_id, day_id, pounds, price_cents };
  // As late as possible: on PostgreSQL this locks the harvest until the commit. The reservation follows, because its row
  // locks the pickup day, which comes after the harvest.
  if (!(await harvestPounds.hold(tx, { ...held, deposit_percent }))) throw conflict(TAKEN);
  await store.insert(tx, { ...held, order_id: id, deposit_cents: amount, created_at });
  return { charge, receipt: receiptOf({ id, view_key }), email };
}

/** Refuses a harvest that can't be reserved, or a day that it does not have. */
function requireOpen({ status, kind, days, ...offer }: Offer, day_id: number | null, at: string) {
  const { deposit_percent, price_cents } = offer;
  if (deposit_percent === null) throw conflict('This harvest can no longer be reserved. Nothing was charged.');
  if (status === 'ready') throw conflict('This harvest is in. Order the hops instead. Nothing was charged.');
  if (kind === 'dried' && day_id !== null) throw invalid({ day_id: ['Dried hops have no pickup day.'] });
  if (kind === 'wet') {
    if (day_id === null) throw invalid({ day_id: ['Choose a pickup day.'] });
    const chosen = days.find(({ id }) => id === day_id);
    if (!chosen) throw notFound('This pickup day is no longer offered.');
    if (farmInstant(chosen.day, chosen.ends) <= at)
      throw conflict('This pickup day is over. Please choose another one.');
  }
  return { deposit_percent, price_cents };
}

function requireLeft(offer: Offer, day_id: number | null, pounds: number): void {
  const day = offer.days.find(({ id }) => id === day_id);
  const left = Math.min(offer.pounds - offer.reserved, day ? day.pounds - day.reserved : Number.POSITIVE_INFINITY);
  if (pounds <= left) return;
  const where = day ? 'for that day' : `of the ${offer.hop} harvest`;
  throw conflict(
    left === 0 ? `Nothing is left ${where}.` : `Only ${formatPounds(left)} ${left === 1 ? 'is' : 'are'} left ${where}.`,
  );
}

/** Someone else reserved, or staff changed the harvest, since it was read. */
const TAKEN = 'The harvest changed just now. Nothing was charged. Please review your reservation.';
