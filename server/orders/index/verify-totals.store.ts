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
      .select(['id', 'status', 'created_at', 'pounds', 'amount_cents', 'on_terms'])
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
    const endOf = await endsOfSales(db, after, last);
    for (const { id, status, created_at, pounds, amount_cents, on_terms } of batch) {
      const placed = farmDay(created_at);
      for (const day of [placed, ALL_DAYS])
        add(orders, keyOf(day, publicStatus(status)), { orders: 1, pounds, amount_cents });
      const end = endOf.get(id);
      const moves = [
        ...(end || isSold(status, on_terms === 1) ? [{ day: placed, sign: 1 }] : []),
        ...(end ? [{ day: farmDay(end), sign: -1 }] : []),
      ];
      for (const { day, sign } of moves) {
        add(revenue, day, { orders: sign, pounds: sign * pounds, amount_cents: sign * amount_cents });
        for (const line of linesOf.get(id) ?? [])
          for (const each of [day, ALL_DAYS])
            add(sales, keyOf(each, line.product_id), {
              orders: 0,
              pounds: sign * line.pounds,
              amount_cents: sign * lineAmount(cents(line.price_cents), line.pounds),
            });
      }
    }
    after = last;
  }
}

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
