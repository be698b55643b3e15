// Orders as CSV, streamed in batches so that even a farm's whole history fits in a small server's memory.
import { farmDateTime } from '#contracts/dates.ts';
import { lotLabel } from '#contracts/lot-text.ts';
import type { Db } from '#server/database/schema.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';
import { type LineLot, lotsOf } from '#server/orders/order-lots.store.ts';
import { csvDollars, csvHeader, csvRow } from './csv.ts';
import * as store from './orders-csv.store.ts';

const BATCH = 500;
const header = [
  'Order ID',
  'Created At',
  'Status',
  'Customer Name',
  'Customer Email',
  'Customer Address',
  'Customer Phone',
  'Location Option',
  'Pounds',
  'Total',
  'Payment ID',
  'Lines',
];

/** `from` is inclusive, `to` is exclusive. */
export async function* ordersCsv(db: Db, range: { from: string; to: string }, limit = BATCH): AsyncGenerator<string> {
  yield csvHeader(header);
  let after = { created_at: range.from, id: 0 };
  for (;;) {
    const orders = await store.nextBatch(db, { ...range, after, limit });
    const last = orders.at(-1);
    if (!last) return;
    const ids = orders.map(({ id }) => id);
    const [lines, lotsOfLine] = await Promise.all([store.listLines(db, ids), lotsOf(db, ids)]);
    const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
    yield orders
      .map((order) =>
        csvRow([
          order.id,
          farmDateTime(order.created_at),
          publicStatus(order.status),
          order.name,
          order.email ?? '',
          order.address ?? '',
          order.phone,
          order.location_option,
          order.pounds,
          csvDollars(order.amount_cents),
          order.payment_id ?? '',
          (linesOf.get(order.id) ?? []).map((line) => describeLine(line, lotsOfLine(line))).join('; '),
        ]),
      )
      .join('');
    after = last;
  }
}

function describeLine({ name, pounds }: { name: string; pounds: number }, lots: LineLot[]): string {
  const label = lotLabel(lots, pounds);
  return `${name} ${pounds} lbs${label && ` (${label})`}`;
}
