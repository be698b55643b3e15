// The final weight of a reservation. Its hops become a line of the order at the agreed price, less the deposit; what is left
// is invoiced with a link to pay it, and what was paid too much goes back to the card. One transaction.
import type { Person } from '#contracts/accounts.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import type { Weight } from '#contracts/reservations.ts';
import * as stock from '#server/catalog/stock.store.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { askForNewRefund } from '#server/charges/refunds.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import { changeOrder, lockForChange } from '#server/orders/change-order.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';
import * as store from './reservations.store.ts';

export type Reservations = ReturnType<typeof createReservations>;

export function createReservations(shop: ChargeShop) {
  const { now } = shop;
  const { db, transaction } = shop.database;
  return { list, weigh };

  async function list(harvest_id: number) {
    return { data: (await store.listByHarvest(db, harvest_id)).map(toManaged) };
  }

  async function weigh(id: number, weight: Weight, actor: Person) {
    const paused = await shop.copyGuard.isSuspended();
    const { refund, harvest_id } = await transaction(['stock'], (tx) => addHops(tx, id, weight, { actor, paused }));
    // The weight stands, whatever the provider says. A refusal is shown with the order.
    if (refund !== undefined) await askForNewRefund(shop, refund);
    const weighed = (await store.listByHarvest(db, harvest_id)).find((each) => each.id === id);
    if (!weighed) throw new Error(`Reservation ${id} does not exist.`);
    return { data: toManaged(weighed) };
  }

  async function addHops(
    tx: Db,
    id: number,
    { pounds, lot_id, without_lot, in_stock }: Weight,
    { actor, paused }: { actor: Person; paused: boolean },
  ): Promise<{ refund: number | undefined; harvest_id: number }> {
    const found = await store.find(tx, id);
    if (!found) throw notFound('Reservation not found.');
    const order = await lockForChange(tx, found.order_id, now);
    const { product_id, price_cents, harvest_id } = found;
    // What was given back of it no longer pays for the hops.
    const deposit_cents = found.deposit_cents - order.refunded_cents;
    if (order.status !== 'paid' || !(await store.setWeighed(tx, id, pounds))) throw await notHeld(tx, id, order);
    if (lot_id !== null && !(await orderStore.findLot(tx, { id: lot_id, product_id })))
      throw notFound('Lot not found.');
    if (pounds > found.pounds * MOST_TIMES) throw invalid({ pounds: [tooMany(found.pounds)] });
    /** Undefined is the current lot, null none. */
    const lot = without_lot ? null : (lot_id ?? undefined);
    const harvested = { product_id, pounds, account_id: actor.id, at: now().toISOString() };
    const entry = { kind: 'harvest', note: `Reserved, order ${order.id}`, lot_id: lot } as const;
    const refund = await changeOrder(
      tx,
      {
        ...{ id: order.id, version: order.version, actor, reason: 'Weighed', weighed: true },
        lines: [{ product_id, pounds }],
        discount: { text: store.DEPOSIT, amount: cents(deposit_cents) },
        agreed: {
          product_id,
          price_cents,
          reserved: found.pounds,
          chosen: lot === undefined ? [] : [{ lot_id: lot, pounds }],
          about: describeBalance({ ...found, deposit_cents }, pounds),
          async bringIn() {
            if (!in_stock && !(await stock.adjust(tx, { ...harvested, ...entry }))) throw conflict(NO_LOTS);
          },
        },
      },
      { ...shop, paused },
    );
    return { refund, harvest_id };
  }
}

/** More is probably a slip, and the buyer gets the invoice at once. */
const MOST_TIMES = 2;
const tooMany = (reserved: number): string =>
  `Reserved are ${formatPounds(reserved)}, and this is more than twice that. If it is right, enter twice as much and change the order.`;

function describeBalance({ hop, kind, price_cents, deposit_cents }: store.ReservationRow, pounds: number): string {
  const price = lineAmount(cents(price_cents), pounds);
  const weighed = `${formatPounds(pounds)} of ${kind === 'wet' ? 'wet ' : ''}${hop}`;
  return `Your hops are weighed: ${weighed}, for $${formatCents(price)}. You paid a deposit of $${formatCents(cents(deposit_cents))}. Here is the invoice for the rest.`;
}

const NO_LOTS = 'This hop has no such lot. Nothing was saved.';

async function notHeld(tx: Db, id: number, order: orderStore.OrderRow) {
  const state = (await store.find(tx, id))?.state;
  if (state === 'weighed') return conflict('This reservation was weighed already.');
  return conflict(
    state === 'released'
      ? 'This reservation was released.'
      : `Order ${order.id} is ${publicStatus(order.status)}: its deposit is not paid.`,
  );
}

const toManaged = (row: store.ListedReservation) => ({
  ...store.toReservation({
    ...row,
    deposit_cents: row.deposit_cents - (row.state === 'held' ? row.refunded_cents : 0),
  }),
  ...{
    product_id: row.product_id,
    order_id: row.order_id,
    order_status: publicStatus(row.order_status),
    name: row.name,
    phone: row.phone,
  },
  final_pounds: row.final_pounds && (row.line_pounds ?? row.final_pounds),
  ...{ open: Number(row.open_cents ?? 0) / 100, refused: Number(row.refused_cents ?? 0) / 100 },
});
