// Checks the pounds of lots against the stock ledger and the orders.
import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

/** Lots that differ from the sum of their moves, products with more in lots than in stock, and lines with more in lots than sold. */
export async function findWrongLots(db: Db): Promise<string[]> {
  const [lots, products, lines] = await Promise.all([
    sql<{ number: string; stock: number; moved: number }>`
      select number, stock, moved from (
        select lots.number, lots.stock, coalesce((
          select sum(stock_moves.pounds) from stock_moves where stock_moves.lot_id = lots.id
        ), 0) as moved from lots
      ) as counted where stock <> moved`.execute(db),
    sql<{ name: string; stock: number; in_lots: number }>`
      select name, stock, in_lots from (
        select products.name, products.stock, coalesce((
          select sum(lots.stock) from lots where lots.product_id = products.id
        ), 0) as in_lots from products
      ) as counted where in_lots > stock`.execute(db),
    sql<{ order_id: number }>`
      select part.order_id from order_line_lots as part
      left join order_lines as line on line.order_id = part.order_id and line.product_id = part.product_id
      group by part.order_id, part.product_id, line.pounds
      having sum(part.pounds) > coalesce(line.pounds, 0)`.execute(db),
  ]);
  return [
    ...lots.rows.map(({ number, stock, moved }) => `lot ${number} has ${stock} lbs, its moves add up to ${moved}`),
    ...products.rows.map(({ name, stock, in_lots }) => `${name} has ${stock} lbs, its lots ${in_lots}`),
    ...lines.rows.map(({ order_id }) => `a line of order ${order_id} has fewer pounds than its lots`),
  ];
}
