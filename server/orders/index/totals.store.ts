// Totals behind the reports. Each status change updates a few rows, so that a report never counts orders.
import { sql } from 'kysely';
import { farmDay } from '#contracts/dates.ts';
import { cents } from '#contracts/money.ts';
import { isSold, lineAmount } from '#contracts/ordering-rules.ts';
import { preparedQuery } from '#server/database/prepared-queries.ts';
import { ALL_DAYS, type Db, type StoredStatus, type Tables } from '#server/database/schema.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';

/** Orders are spread over shards by id, so that concurrent orders do not wait for one row. */
const SHARDS = 8;

type CountedOrder = { id: number; created_at: string; pounds: number; amount_cents: number; on_terms: number };
type Line = { product_id: number; price_cents: number; pounds: number };

type Transition = {
  from: StoredStatus | undefined;
  to: StoredStatus;
  /** Required when a sale ends. */
  at?: string | undefined;
  lines(): Promise<Line[]>;
};

/** Counts a new order (`from` is undefined) or a status change. `lines` is only loaded if sales change. */
export async function recordTransition(
  tx: Db,
  order: CountedOrder,
  { from, to, at, lines }: Transition,
): Promise<void> {
  const [before, after] = [from && publicStatus(from), publicStatus(to)];
  if (before === after) return;
  const days = [farmDay(order.created_at), ALL_DAYS];
  // Always in the same order, so that two transitions cannot deadlock.
  const changes = [{ status: after, sign: 1 }, ...(before ? [{ status: before, sign: -1 }] : [])].toSorted((a, b) =>
    a.status < b.status ? -1 : 1,
  );
  const shard = order.id % SHARDS;
  await addOrderTotals(tx, {
    rows: days.flatMap((day) =>
      changes.map(({ status, sign }) => ({
        day,
        status,
        shard,
        orders: sign,
        pounds: sign * order.pounds,
        amount_cents: sign * order.amount_cents,
      })),
    ),
  });
  const onTerms = order.on_terms === 1;
  const sign = Number(isSold(to, onTerms)) - Number(isSold(from ?? '', onTerms));
  if (sign === 0) return;
  const sold = await lines();
  // A sale counts on the day of its order. Taking it back counts on its own day, so that a closed month never changes.
  if (sign < 0 && !at) throw new Error('The end of a sale needs its time.');
  const day = farmDay(sign > 0 ? order.created_at : (at ?? ''));
  const { pounds, amount_cents } = order;
  await addRevenueTotals(tx, {
    rows: [{ day, shard, orders: sign, pounds: sign * pounds, amount_cents: sign * amount_cents }],
  });
  await addSalesTotals(tx, {
    rows: [day, ALL_DAYS].flatMap((each) =>
      sold.map((line) => ({
        day: each,
        product_id: line.product_id,
        shard,
        pounds: sign * line.pounds,
        amount_cents: sign * lineAmount(cents(line.price_cents), line.pounds),
      })),
    ),
  });
}

/** `rows` must not contain the same key twice. */
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

/** `rows` must not contain the same key twice. */
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

/** `rows` must not contain the same key twice. */
export const addRevenueTotals = preparedQuery((db, { rows }: { rows: Tables['revenue_totals'][] }) =>
  db
    .insertInto('revenue_totals')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'shard']).doUpdateSet({
        orders: sql`revenue_totals.orders + excluded.orders`,
        pounds: sql`revenue_totals.pounds + excluded.pounds`,
        amount_cents: sql`revenue_totals.amount_cents + excluded.amount_cents`,
      }),
    ),
);
