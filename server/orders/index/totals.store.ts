// The sums behind the figures: one small change for each order that moves, none for a look.
import { sql } from 'kysely';
import { farmDay } from '#contracts/dates.ts';
import { cents } from '#contracts/money.ts';
import { lineAmount, type OrderStatus } from '#contracts/ordering-rules.ts';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db, StoredStatus, Tables } from '#server/database/schema.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';

const SHARDS = 8;
export const ALL = 'all';

/** Orders whose money is in the till. */
export const paidStatuses: OrderStatus[] = ['paid', 'ready', 'completed'];
const isPaid = (status: StoredStatus | undefined) => paidStatuses.some((each) => each === status);

type CountedOrder = { id: number; created_at: string; pounds: number; amount_cents: number };
type Line = { product_id: number; price_cents: number; pounds: number };

/** An order came into being (`from` is undefined) or moved on. `lines` is asked only where sales change. */
export async function recordTransition(
  tx: Db,
  order: CountedOrder,
  { from, to, lines }: { from: StoredStatus | undefined; to: StoredStatus; lines(): Promise<Line[]> },
): Promise<void> {
  const [before, after] = [from && publicStatus(from), publicStatus(to)];
  if (before === after) return;
  const days = [farmDay(order.created_at), ALL];
  // Always in the same order: two that move at once never wait for each other crosswise.
  const changes = [{ status: after, sign: 1 }, ...(before ? [{ status: before, sign: -1 }] : [])].toSorted((a, b) =>
    a.status < b.status ? -1 : 1,
  );
  const shard = order.id % SHARDS;
  await addOrderTotals(tx, {
    rows: days.flatMap((day) =>
      changes.map(({ status, sign }) => ({
        ...{ day, status, shard, orders: sign },
        ...{ pounds: sign * order.pounds, amount_cents: sign * order.amount_cents },
      })),
    ),
  });
  const sign = Number(isPaid(to)) - Number(isPaid(from));
  if (sign === 0) return;
  const sold = await lines();
  await addSalesTotals(tx, {
    rows: days.flatMap((day) =>
      sold.map(({ product_id, pounds, price_cents }) => ({
        ...{
          day,
          product_id,
          shard,
          pounds: sign * pounds,
          amount_cents: sign * lineAmount(cents(price_cents), pounds),
        },
      })),
    ),
  });
}

/** Each sum may be in it once. */
export const addOrderTotals = preparedQuery((db, { rows }: { rows: Tables['order_totals'][] }) =>
  db
    .insertInto('order_totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'status', 'shard']).doUpdateSet({
        orders: sql`order_totals.orders + excluded.orders`,
        pounds: sql`order_totals.pounds + excluded.pounds`,
        amount_cents: sql`order_totals.amount_cents + excluded.amount_cents`,
      }),
    ),
);

/** Each sum may be in it once. */
export const addSalesTotals = preparedQuery((db, { rows }: { rows: Tables['sales_totals'][] }) =>
  db
    .insertInto('sales_totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'product_id', 'shard']).doUpdateSet({
        pounds: sql`sales_totals.pounds + excluded.pounds`,
        amount_cents: sql`sales_totals.amount_cents + excluded.amount_cents`,
      }),
    ),
);

export function byStatus(db: Db, day = ALL) {
  return db
    .selectFrom('order_totals')
    .select((total) => [
      'status',
      total.fn.sum<number>('orders').as('orders'),
      total.fn.sum<number>('amount_cents').as('amount_cents'),
    ])
    .where('day', '=', day)
    .groupBy('status')
    .execute();
}

/** Orders placed on that day of the farm or later. */
export async function since(db: Db, day: string): Promise<number> {
  const { orders } = await db
    .selectFrom('order_totals')
    .select((total) => total.fn.sum<number | null>('orders').as('orders'))
    .where('day', '>=', day)
    .where('day', '<>', ALL)
    .executeTakeFirstOrThrow();
  return orders ?? 0;
}

export function topProducts(db: Db, most: number) {
  return db
    .selectFrom('sales_totals')
    .innerJoin('products', 'products.id', 'sales_totals.product_id')
    .select((total) => [
      'products.id',
      'products.name',
      total.fn.sum<number>('sales_totals.pounds').as('pounds'),
      total.fn.sum<number>('sales_totals.amount_cents').as('amount_cents'),
    ])
    .where('sales_totals.day', '=', ALL)
    .groupBy(['products.id', 'products.name'])
    .having((total) => total(total.fn.sum('sales_totals.pounds'), '>', 0))
    .orderBy('amount_cents', 'desc')
    .orderBy('products.id')
    .limit(most)
    .execute();
}

type Days = { from: string; to: string };

export function salesByProduct(db: Db, { from, to }: Days) {
  return db
    .selectFrom('sales_totals')
    .innerJoin('products', 'products.id', 'sales_totals.product_id')
    .select((total) => [
      'products.id',
      'products.name',
      total.fn.sum<number>('sales_totals.pounds').as('pounds'),
      total.fn.sum<number>('sales_totals.amount_cents').as('amount_cents'),
    ])
    .where('sales_totals.day', '>=', from)
    .where('sales_totals.day', '<=', to)
    .groupBy(['products.id', 'products.name'])
    .orderBy('amount_cents', 'desc')
    .orderBy('products.id')
    .execute();
}

/** Orders whose money is in the till, by the day they were placed. */
export function paidByDay(db: Db, { from, to }: Days) {
  return db
    .selectFrom('order_totals')
    .select((total) => [
      'day',
      total.fn.sum<number>('orders').as('orders'),
      total.fn.sum<number>('pounds').as('pounds'),
      total.fn.sum<number>('amount_cents').as('amount_cents'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('status', 'in', paidStatuses)
    .groupBy('day')
    .execute();
}

export function ordersByStatus(db: Db, { from, to }: Days) {
  return db
    .selectFrom('order_totals')
    .select((total) => [
      'status',
      total.fn.sum<number>('orders').as('orders'),
      total.fn.sum<number>('pounds').as('pounds'),
      total.fn.sum<number>('amount_cents').as('amount_cents'),
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('status')
    .execute();
}

export async function firstDay(db: Db): Promise<string | undefined> {
  const { day } = await db
    .selectFrom('order_totals')
    .select((total) => total.fn.min<string | null>('day').as('day'))
    .where('day', '<>', ALL)
    .executeTakeFirstOrThrow();
  return day ?? undefined;
}
