// Counts everything anew and compares it with the kept totals.
import { dayAtTheFarm } from '../../contracts/dates.ts';
import type { Db } from '../database/schema.ts';
import { bought, count } from './totals.store.ts';

type Sums = Map<string, { orders: number; pounds: number; amount_cents: number }>;

/** What differs, in words; nothing when the totals are right. */
export async function wrongTotals(db: Db): Promise<string[]> {
  const [orders, lines, kept, sales] = await Promise.all([
    db.selectFrom('orders').select(['id', 'status', 'created_at', 'pounds', 'amount_cents']).execute(),
    db.selectFrom('order_lines').selectAll().execute(),
    db.selectFrom('order_totals').selectAll().execute(),
    db.selectFrom('sales_totals').selectAll().execute(),
  ]);
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
  const [counted, sold]: [Sums, Sums] = [new Map(), new Map()];
  for (const { id, status, created_at, pounds, amount_cents } of orders) {
    const day = dayAtTheFarm(created_at);
    const shown = status === 'authorised' ? 'pending' : status;
    for (const each of [day, 'all']) add(counted, `${each} ${shown}`, { orders: 1, pounds, amount_cents });
    if (!bought.some((one) => one === status)) continue;
    for (const line of linesOf.get(id) ?? [])
      for (const each of [day, 'all'])
        add(sold, `${each} ${line.product_id}`, {
          orders: 0,
          pounds: line.pounds,
          amount_cents: line.pounds * line.price_cents,
        });
  }
  const [keptOrders, keptSales]: [Sums, Sums] = [new Map(), new Map()];
  for (const { day, status, ...sums } of kept) add(keptOrders, `${day} ${status}`, sums);
  for (const { day, product_id, ...sums } of sales) add(keptSales, `${day} ${product_id}`, { orders: 0, ...sums });
  return [...differences('orders', counted, keptOrders), ...differences('sales', sold, keptSales)];
}

/** Forgets the kept totals and counts every order as if it came now. */
export async function rebuildTotals(tx: Db): Promise<void> {
  await tx.deleteFrom('order_totals').execute();
  await tx.deleteFrom('sales_totals').execute();
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'status', 'created_at', 'pounds', 'amount_cents'])
    .execute();
  const lines = Map.groupBy(await tx.selectFrom('order_lines').selectAll().execute(), ({ order_id }) => order_id);
  for (const order of orders)
    await count(tx, order, { from: undefined, to: order.status, lines: async () => lines.get(order.id) ?? [] });
}

function add(sums: Sums, key: string, more: { orders: number; pounds: number; amount_cents: number }): void {
  const { orders, pounds, amount_cents } = sums.get(key) ?? { orders: 0, pounds: 0, amount_cents: 0 };
  sums.set(key, {
    orders: orders + more.orders,
    pounds: pounds + more.pounds,
    amount_cents: amount_cents + more.amount_cents,
  });
}

function differences(what: string, counted: Sums, kept: Sums): string[] {
  const nothing = { orders: 0, pounds: 0, amount_cents: 0 };
  return [...new Set([...counted.keys(), ...kept.keys()])].flatMap((key) => {
    const [right, there] = [JSON.stringify(counted.get(key) ?? nothing), JSON.stringify(kept.get(key) ?? nothing)];
    return right === there ? [] : [`${what} ${key}: counted ${right}, kept ${there}`];
  });
}
