// Recounts all orders and compares the result with the stored totals.
import { farmDay } from '#contracts/dates.ts';
import { cents } from '#contracts/money.ts';
import { isSold, lineAmount } from '#contracts/ordering-rules.ts';
import { ALL_DAYS, type Db } from '#server/database/schema.ts';
import { claimVersion } from '#server/database/shop-state.store.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';
import { addOrderTotals, addRevenueTotals, addSalesTotals } from './totals.store.ts';

const BATCH = 2000;

type Sums = Map<string, { orders: number; pounds: number; amount_cents: number }>;

/** Describes each difference. Empty if the totals are right. */
export async function findWrongTotals(db: Db): Promise<string[]> {
  const { orders, sales, revenue } = await recount(db);
  const [storedOrders, storedSales, storedRevenue]: [Sums, Sums, Sums] = [new Map(), new Map(), new Map()];
  for (const { day, status, ...sums } of await db.selectFrom('order_totals').selectAll().execute())
    add(storedOrders, keyOf(day, status), sums);
  for (const { day, product_id, ...sums } of await db.selectFrom('sales_totals').selectAll().execute())
    add(storedSales, keyOf(day, product_id), { orders: 0, ...sums });
  for (const { day, ...sums } of await db.selectFrom('revenue_totals').selectAll().execute())
    add(storedRevenue, day, sums);
  return [
    ...listDifferences('orders', orders, storedOrders),
    ...listDifferences('sales', sales, storedSales),
    ...listDifferences('revenue', revenue, storedRevenue),
  ];
}

/** Replaces the stored totals by a recount. */
export async function rebuildTotals(tx: Db): Promise<void> {
  // Delete first: a concurrent order then waits until the new totals are written.
  await tx.deleteFrom('order_totals').execute();
  await tx.deleteFrom('sales_totals').execute();
  await tx.deleteFrom('revenue_totals').execute();
  const { orders, sales, revenue } = await recount(tx);
  for (const [key, sums] of orders) {
    const [day = '', status = ''] = key.split(' ');
    await addOrderTotals(tx, { rows: [{ day, status, shard: 0, ...sums }] });
  }
  for (const [key, { pounds, amount_cents }] of sales) {
    const [day = '', product_id] = key.split(' ');
    await addSalesTotals(tx, { rows: [{ day, product_id: Number(product_id), shard: 0, pounds, amount_cents }] });
  }
  for (const [day, sums] of revenue) await addRevenueTotals(tx, { rows: [{ day, shard: 0, ...sums }] });
}

/** Raised when the totals of older versions no longer fit. */
const TOTALS_VERSION = '2';

/** Rebuilds the totals of an older version. If several instances start together, only one does it. */
export async function rebuildTotalsOnce(tx: Db): Promise<void> {
  if (await claimVersion(tx, 'order totals', TOTALS_VERSION)) await rebuildTotals(tx);
}

/** In batches: the whole order history may not fit in memory. */
async function recount(db: Db): Promise<{ orders: Sums; sales: Sums; revenue: Sums }> {
  const [orders, sales, revenue]: [Sums, Sums, Sums] = [new Map(), new Map(), new Map()];
  for (let after = 0; ; ) {
    const batch = await db
      .selectFrom('orders')
      .select(['id', 'status', 'created_at', 'pounds', 'amount_cents', 'refunded_cents', 'on_terms'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = batch.at(-1)?.id;
    if (last === undefined) return { orders, sales, revenue };
    const lines = await db
      .selectFrom('order_lines')
      .select(['order_id', 'product_id', 'price_cents', 'pounds'])
      .where('order_id', '>', after)
      .where('order_id', '<=', last)
      .execute();
    const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
    const adjustments = await db
      .selectFrom('order_adjustments')
      .select(['order_id', 'kind', 'product_id', 'pounds', 'amount_cents', 'day'])
      .where('order_id', '>', after)
      .where('order_id', '<=', last)
      .execute();
    const adjustmentsOf = Map.groupBy(adjustments, ({ order_id }) => order_id);
    const endOf = await endsOfSales(db, after, last);
    for (const order of batch) {
      const placed = farmDay(order.created_at);
      const worth = order.amount_cents - order.refunded_cents;
      for (const day of [placed, ALL_DAYS])
        add(orders, keyOf(day, publicStatus(order.status)), { orders: 1, pounds: order.pounds, amount_cents: worth });
      const end = endOf.get(order.id);
      if (!end && !isSold(order.status, order.on_terms === 1)) continue;
      const counted = { ...order, lines: linesOf.get(order.id) ?? [], adjustments: adjustmentsOf.get(order.id) ?? [] };
      for (const { day, orders: count, product_id, ...sums } of movesOf(counted, placed, end && farmDay(end)))
        if (product_id === undefined) add(revenue, day, { orders: count, ...sums });
        else for (const each of [day, ALL_DAYS]) add(sales, keyOf(each, product_id), { orders: 0, ...sums });
    }
    after = last;
  }
}

type Adjustment = { kind: string; product_id: number | null; pounds: number; amount_cents: number; day: string };
type CountedOrder = {
  pounds: number;
  amount_cents: number;
  refunded_cents: number;
  lines: { product_id: number; price_cents: number; pounds: number }[];
  adjustments: Adjustment[];
};
/** Without a product: of the whole order. */
type Move = { day: string; orders: number; product_id?: number; pounds: number; amount_cents: number };

/** A sale on the day of its order, each adjustment on its own day, and what was left of it on the day it ended. */
function movesOf({ lines, adjustments, ...order }: CountedOrder, placed: string, end: string | undefined): Move[] {
  const refunds = adjustments.filter(({ kind }) => kind === 'refund');
  const changes = adjustments.filter(({ kind }) => kind !== 'refund');
  const less = (now: Sum, taken: Sum[]): Sum => ({
    pounds: now.pounds - taken.reduce((sum, { pounds }) => sum + pounds, 0),
    amount_cents: now.amount_cents - taken.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  });
  const negative = ({ pounds, amount_cents }: Sum): Sum => ({ pounds: -pounds, amount_cents: -amount_cents });
  const back = refunds.map((refund) => ({ ...refund, ...negative(refund) }));
  const products = new Set([
    ...lines.map(({ product_id }) => product_id),
    ...adjustments.flatMap(({ product_id }) => product_id ?? []),
  ]);
  const lineOf = (product_id: number): Sum => {
    const line = lines.find((each) => each.product_id === product_id);
    return {
      pounds: line?.pounds ?? 0,
      amount_cents: line ? lineAmount(cents(line.price_cents), line.pounds) : 0,
    };
  };
  const of = (list: Adjustment[], product_id: number) => list.filter((each) => each.product_id === product_id);
  return [
    { day: placed, orders: 1, ...less(order, changes) },
    ...[...products].map((product_id) => ({
      ...{ day: placed, orders: 0, product_id },
      ...less(lineOf(product_id), of(changes, product_id)),
    })),
    ...adjustments.flatMap(({ day, product_id, pounds, amount_cents }) => [
      { day, orders: 0, pounds, amount_cents },
      ...(product_id === null ? [] : [{ day, orders: 0, product_id, pounds, amount_cents }]),
    ]),
    ...(end
      ? [
          { day: end, orders: -1, ...negative(less(order, back)) },
          ...lines.map(({ product_id }) => ({
            ...{ day: end, orders: 0, product_id },
            ...negative(less(lineOf(product_id), of(back, product_id))),
          })),
        ]
      : []),
  ];
}

type Sum = { pounds: number; amount_cents: number };

/** When sold orders were canceled or refunded, by order. Those that were never sold are not in it. */
async function endsOfSales(db: Db, after: number, last: number): Promise<Map<number, string>> {
  const events = await db
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select(['order_events.order_id', 'order_events.status', 'order_events.at', 'orders.on_terms'])
    .where('order_events.order_id', '>', after)
    .where('order_events.order_id', '<=', last)
    .where('orders.status', 'in', ['cancelled', 'refunded'])
    .orderBy('order_events.id')
    .execute();
  const ends = new Map<number, string>();
  const sold = new Set<number>();
  for (const { order_id, status, at, on_terms } of events)
    if (isSold(status, on_terms === 1)) sold.add(order_id);
    else if ((status === 'cancelled' || status === 'refunded') && sold.has(order_id) && !ends.has(order_id))
      ends.set(order_id, at);
  return ends;
}

const keyOf = (day: string, of: string | number) => `${day} ${of}`;

function add(sums: Sums, key: string, more: { orders: number; pounds: number; amount_cents: number }): void {
  const { orders, pounds, amount_cents } = sums.get(key) ?? { orders: 0, pounds: 0, amount_cents: 0 };
  sums.set(key, {
    orders: orders + more.orders,
    pounds: pounds + more.pounds,
    amount_cents: amount_cents + more.amount_cents,
  });
}

function listDifferences(what: string, counted: Sums, stored: Sums): string[] {
  const nothing = { orders: 0, pounds: 0, amount_cents: 0 };
  return [...new Set([...counted.keys(), ...stored.keys()])].flatMap((key) => {
    const [expected, actual] = [
      JSON.stringify(counted.get(key) ?? nothing),
      JSON.stringify(stored.get(key) ?? nothing),
    ];
    return expected === actual ? [] : [`${what} ${key}: counted ${expected}, stored ${actual}`];
  });
}
