// Recounts all orders and compares the result with the stored totals.
import { farmDay } from '#contracts/dates.ts';
import { cents } from '#contracts/money.ts';
import { isPaidStatus, lineAmount } from '#contracts/ordering-rules.ts';
import { ALL_DAYS, type Db } from '#server/database/schema.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';
import { addOrderTotals, addSalesTotals } from './totals.store.ts';

const BATCH = 2000;

type Sums = Map<string, { orders: number; pounds: number; amount_cents: number }>;

/** Describes each difference. Empty if the totals are right. */
export async function findWrongTotals(db: Db): Promise<string[]> {
  const { orders, sales } = await recount(db);
  const [storedOrders, storedSales]: [Sums, Sums] = [new Map(), new Map()];
  for (const { day, status, ...sums } of await db.selectFrom('order_totals').selectAll().execute())
    add(storedOrders, keyOf(day, status), sums);
  for (const { day, product_id, ...sums } of await db.selectFrom('sales_totals').selectAll().execute())
    add(storedSales, keyOf(day, product_id), { orders: 0, ...sums });
  return [...listDifferences('orders', orders, storedOrders), ...listDifferences('sales', sales, storedSales)];
}

/** Replaces the stored totals by a recount. */
export async function rebuildTotals(tx: Db): Promise<void> {
  // Delete first: a concurrent order then waits until the new totals are written.
  await tx.deleteFrom('order_totals').execute();
  await tx.deleteFrom('sales_totals').execute();
  const { orders, sales } = await recount(tx);
  for (const [key, sums] of orders) {
    const [day = '', status = ''] = key.split(' ');
    await addOrderTotals(tx, { rows: [{ day, status, shard: 0, ...sums }] });
  }
  for (const [key, { pounds, amount_cents }] of sales) {
    const [day = '', product_id] = key.split(' ');
    await addSalesTotals(tx, { rows: [{ day, product_id: Number(product_id), shard: 0, pounds, amount_cents }] });
  }
}

/** In batches: the whole order history may not fit in memory. */
async function recount(db: Db): Promise<{ orders: Sums; sales: Sums }> {
  const [orders, sales]: [Sums, Sums] = [new Map(), new Map()];
  for (let after = 0; ; ) {
    const batch = await db
      .selectFrom('orders')
      .select(['id', 'status', 'created_at', 'pounds', 'amount_cents'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = batch.at(-1)?.id;
    if (last === undefined) return { orders, sales };
    const lines = await db
      .selectFrom('order_lines')
      .select(['order_id', 'product_id', 'price_cents', 'pounds'])
      .where('order_id', '>', after)
      .where('order_id', '<=', last)
      .execute();
    const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
    for (const { id, status, created_at, pounds, amount_cents } of batch) {
      const days = [farmDay(created_at), ALL_DAYS];
      for (const day of days) add(orders, keyOf(day, publicStatus(status)), { orders: 1, pounds, amount_cents });
      if (!isPaidStatus(status)) continue;
      for (const line of linesOf.get(id) ?? [])
        for (const day of days)
          add(sales, keyOf(day, line.product_id), {
            orders: 0,
            pounds: line.pounds,
            amount_cents: lineAmount(cents(line.price_cents), line.pounds),
          });
    }
    after = last;
  }
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
