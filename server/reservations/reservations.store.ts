// Reservations: which order holds which pounds of a harvest. A reservation leaves `held` once.
import { type Insertable, sql } from 'kysely';
import { cents, toDollars } from '#contracts/money.ts';
import type { Reservation } from '#contracts/orders.ts';
import type { Db, Tables } from '#server/database/schema.ts';

/** What is added to an order when it reserves, and taken off its price when its hops are weighed. */
export const DEPOSIT = 'Deposit';

export async function insert(tx: Db, reservation: Omit<Insertable<Tables['reservations']>, 'state'>): Promise<void> {
  await tx
    .insertInto('reservations')
    .values({ ...reservation, state: 'held' })
    .execute();
}

const select = (db: Db) =>
  db
    .selectFrom('reservations')
    .innerJoin('harvests', 'harvests.id', 'reservations.harvest_id')
    .innerJoin('products', 'products.id', 'harvests.product_id')
    .leftJoin('harvest_days as day', 'day.id', 'reservations.day_id')
    .selectAll('reservations')
    .select(['harvests.kind', 'harvests.expected_on', 'harvests.product_id', 'harvests.uid', 'products.name as hop'])
    .select(['day.day', 'day.starts', 'day.ends', 'day.moves as day_moves']);

export type ReservationRow = NonNullable<Awaited<ReturnType<typeof findByOrder>>>;

export async function findByOrder(db: Db, order_id: number) {
  return (await listByOrders(db, [order_id]))[0];
}

export function listByOrders(db: Db, order_ids: number[]) {
  return select(db).where('reservations.order_id', 'in', order_ids).execute();
}

export function find(db: Db, id: number) {
  return select(db).where('reservations.id', '=', id).executeTakeFirst();
}

/** With the order of each. By pickup day, then in the order they came; without those whose payment failed. */
export function listByHarvest(db: Db, harvest_id: number) {
  return select(db)
    .innerJoin('orders', 'orders.id', 'reservations.order_id')
    .select(['orders.status as order_status', 'orders.name', 'orders.phone', 'orders.email', 'orders.view_key'])
    .select('orders.refunded_cents')
    .select(({ selectFrom }) =>
      selectFrom('invoices')
        .whereRef('invoices.order_id', '=', 'reservations.order_id')
        .select(({ fn }) => fn.sum<number | null>('open_cents').as('open'))
        .as('open_cents'),
    )
    .select(({ selectFrom }) =>
      selectFrom('charge_refunds as refund')
        .innerJoin('charges', 'charges.id', 'refund.charge_id')
        .whereRef('charges.order_id', '=', 'reservations.order_id')
        .where('refund.state', '=', 'refused')
        .where('change_id', 'is not', null)
        .select(({ fn }) => fn.sum<number | null>('refund.amount_cents').as('refused'))
        .as('refused_cents'),
    )
    .leftJoin('order_lines as line', (join) =>
      join.onRef('line.order_id', '=', 'reservations.order_id').onRef('line.product_id', '=', 'harvests.product_id'),
    )
    .select('line.pounds as line_pounds')
    .where('reservations.harvest_id', '=', harvest_id)
    .where('orders.status', '<>', 'failed')
    .orderBy('day.day')
    .orderBy('day.starts')
    .orderBy('reservations.id')
    .execute();
}

export type ListedReservation = Awaited<ReturnType<typeof listByHarvest>>[number];

/** What is not weighed yet of all harvests of a product. */
export async function reservedPounds(db: Db, product_id: number): Promise<number> {
  const { pounds } = await db
    .selectFrom('reservations')
    .innerJoin('harvests', 'harvests.id', 'reservations.harvest_id')
    .select(({ fn }) => fn.sum<number | null>('reservations.pounds').as('pounds'))
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`reservations.state = 'held'`)
    .where('product_id', '=', product_id)
    .executeTakeFirstOrThrow();
  return Number(pounds ?? 0);
}

/** The order has ended: undefined unless its reservation was held until now. */
export function release(tx: Db, order_id: number) {
  return tx
    .updateTable('reservations')
    .set({ state: 'released' })
    .where('order_id', '=', order_id)
    .where('state', '=', 'held')
    .returning(['harvest_id', 'day_id', 'pounds'])
    .executeTakeFirst();
}

/** False when it is no longer held. */
export async function setWeighed(tx: Db, id: number, final_pounds: number): Promise<boolean> {
  const weighed = await tx
    .updateTable('reservations')
    .set({ state: 'weighed', final_pounds })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .returning('id')
    .executeTakeFirst();
  return weighed !== undefined;
}

export function toReservation(row: Omit<ReservationRow, 'order_id'>): Reservation {
  const { id, harvest_id, hop, kind, expected_on, pounds, price_cents, deposit_cents, state, day, starts, ends } = row;
  return {
    ...{ id, harvest_id, hop, kind, expected_on, pounds, state },
    price: toDollars(cents(price_cents)),
    deposit: toDollars(cents(deposit_cents)),
    pickup: day && starts && ends ? { day, from: starts, to: ends } : null,
  };
}
