// Totals behind the reports. Each status change updates a few rows, so that a report never counts orders.
import { type Insertable, sql } from 'kysely';
import { farmDay } from '#contracts/dates.ts';
import { cents } from '#contracts/money.ts';
import { isSold, lineAmount } from '#contracts/ordering-rules.ts';
import { preparedWrite } from '#server/database/prepared-queries.ts';
import { ALL_DAYS, type Db, type StoredStatus, type Tables } from '#server/database/schema.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';

/** Orders are spread over shards by id, so that concurrent orders do not wait for one row. */
const SHARDS = 8;

type CountedOrder = {
  id: number;
  created_at: string;
  pounds: number;
  amount_cents: number;
  refunded_cents: number;
  on_terms: number;
};
type Line = { product_id: number; price_cents: number; pounds: number };

type Transition = {
  from: StoredStatus | undefined;
  to: StoredStatus;
  /** Required when a sale ends. */
  at?: string | undefined;
  lines(): Promise<Line[]>;
  /** What was refunded of it in part, and the pounds that came back. */
  returned?(): Promise<{ product_id: number | null; pounds: number; amount_cents: number }[]>;
};

type Adjustment = Pick<Insertable<Tables['order_adjustments']>, 'kind' | 'product_id' | 'amount_cents'> & {
  pounds: number;
};

/** Counts a new order (`from` is undefined) or a status change. `lines` is only loaded if sales change. */
export async function recordTransition(
  tx: Db,
  order: CountedOrder,
  { from, to, at, lines, returned }: Transition,
): Promise<void> {
  const [before, after] = [from && publicStatus(from), publicStatus(to)];
  if (before === after) return;
  const days = [farmDay(order.created_at), ALL_DAYS];
  // Always in the same order, so that two transitions cannot deadlock.
  const changes = [{ status: after, sign: 1 }, ...(before ? [{ status: before, sign: -1 }] : [])].toSorted((a, b) =>
    a.status < b.status ? -1 : 1,
  );
  const shard = order.id % SHARDS;
  const worth = order.amount_cents - order.refunded_cents;
  await addOrderTotals(tx, {
    rows: days.flatMap((day) =>
      changes.map(({ status, sign }) => ({
        day,
        status,
        shard,
        orders: sign,
        pounds: sign * order.pounds,
        amount_cents: sign * worth,
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
  // What was taken back in part before counted on its own day already.
  const back = order.refunded_cents > 0 && returned ? await returned() : [];
  const backPounds = back.reduce((sum, { pounds }) => sum + pounds, 0);
  await addRevenueTotals(tx, {
    rows: [{ day, shard, orders: sign, pounds: sign * (order.pounds - backPounds), amount_cents: sign * worth }],
  });
  const ofLine = ({ product_id, price_cents, pounds }: Line) => {
    const taken = back.filter((each) => each.product_id === product_id);
    return {
      pounds: pounds - taken.reduce((sum, each) => sum + each.pounds, 0),
      amount_cents: lineAmount(cents(price_cents), pounds) - taken.reduce((sum, each) => sum + each.amount_cents, 0),
    };
  };
  // A reservation has no lines yet.
  if (sold.length === 0) return;
  await addSalesTotals(tx, {
    rows: [day, ALL_DAYS].flatMap((each) =>
      sold.map((line) => {
        const { pounds, amount_cents } = ofLine(line);
        return {
          day: each,
          product_id: line.product_id,
          shard,
          pounds: sign * pounds,
          amount_cents: sign * amount_cents,
        };
      }),
    ),
  });
}

/** Counts what a change did to a sold order: in the order's totals on its own day, in the sales on the day of the change. */
export async function recordAdjustments(
  tx: Db,
  { id, created_at, status }: { id: number; created_at: string; status: StoredStatus },
  { adjustments, day }: { adjustments: Adjustment[]; day: string },
): Promise<void> {
  if (adjustments.length === 0) return;
  const shard = id % SHARDS;
  const pounds = sumOf(adjustments, 'pounds');
  const amount_cents = sumOf(adjustments, 'amount_cents');
  const ordered = sumOf(
    adjustments.filter(({ kind }) => kind !== 'refund'),
    'pounds',
  );
  await addOrderTotals(tx, {
    rows: [farmDay(created_at), ALL_DAYS].map((each) => ({
      ...{ day: each, status: publicStatus(status), shard },
      ...{ orders: 0, pounds: ordered, amount_cents },
    })),
  });
  await addRevenueTotals(tx, { rows: [{ day, shard, orders: 0, pounds, amount_cents }] });
  const byProduct = Map.groupBy(adjustments, ({ product_id }) => product_id ?? 0);
  const products = [...byProduct.keys()].filter((product_id) => product_id !== 0).toSorted((a, b) => a - b);
  if (products.length === 0) return;
  await addSalesTotals(tx, {
    rows: [day, ALL_DAYS].flatMap((each) =>
      products.map((product_id) => {
        const own = byProduct.get(product_id) ?? [];
        return {
          ...{ day: each, product_id, shard },
          ...{ pounds: sumOf(own, 'pounds'), amount_cents: sumOf(own, 'amount_cents') },
        };
      }),
    ),
  });
}

const sumOf = (adjustments: Adjustment[], column: 'pounds' | 'amount_cents'): number =>
  adjustments.reduce((sum, each) => sum + each[column], 0);

/** `rows` must not contain the same key twice. */
export const addOrderTotals = preparedWrite((db, { rows }: { rows: Tables['order_totals'][] }) =>
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
export const addSalesTotals = preparedWrite((db, { rows }: { rows: Tables['sales_totals'][] }) =>
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
export const addRevenueTotals = preparedWrite((db, { rows }: { rows: Tables['revenue_totals'][] }) =>
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
