// The lots of order lines, for lists of orders.
import type { Db } from '#server/database/schema.ts';

export type LineLot = { number: string; pounds: number };
type Line = { order_id: number; product_id: number | null };

/** Looks up the lots of a line of one of these orders, oldest lot first. */
export async function lotsOf(db: Db, ids: number[]): Promise<(line: Line) => LineLot[]> {
  if (ids.length === 0) return () => [];
  const rows = await db
    .selectFrom('order_line_lots')
    .innerJoin('lots', 'lots.id', 'order_line_lots.lot_id')
    .select(['order_line_lots.order_id', 'order_line_lots.product_id', 'lots.number', 'order_line_lots.pounds'])
    .where('order_line_lots.order_id', 'in', ids)
    .orderBy('order_line_lots.lot_id')
    .execute();
  const byLine = Map.groupBy(rows, keyOf);
  return (line) => byLine.get(keyOf(line)) ?? [];
}

const keyOf = ({ order_id, product_id }: Line): string => `${order_id} ${product_id}`;
