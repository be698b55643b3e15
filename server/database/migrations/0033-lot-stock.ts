import type { Migration } from '../migrate.ts';

// Each lot has its own pounds, and a line of an order may come from several lots. What a product has in stock is put on its
// current lot, which is what it was sold from.
export const lotStock: Migration = {
  number: 33,
  name: 'lot stock',
  up: ({ withoutRowid }) => [
    'alter table products add column has_lots integer not null default 0',
    'update products set has_lots = 1 where id in (select product_id from lots)',
    'alter table lots add column stock integer not null default 0 check (stock >= 0)',
    `update lots set stock = (select products.stock from products where products.id = lots.product_id)
      where current_since is not null`,

    // A move over several lots is a row for each, and `part` counts them.
    'alter table stock_moves add column lot_id integer references lots (id)',
    'alter table stock_moves add column part integer not null default 0',
    'alter table stock_moves add column between_lots integer not null default 0',
    'drop index stock_moves_once',
    `create unique index stock_moves_once on stock_moves (order_id, product_id, reason, coalesce(change_id, 0), part)
      where order_id is not null`,
    // Older moves name no lot. These two bring the sum of a lot's moves to its stock.
    ...['lots.stock', '-lots.stock'].map(
      (pounds, part) => `insert into stock_moves
          (product_id, pounds, stock_after, reason, at, lot_id, part, between_lots)
        select lots.product_id, ${pounds}, ${part === 0 ? '2 * lots.stock' : 'lots.stock'}, 'by hand',
          coalesce((select max(at) from stock_moves as earlier where earlier.product_id = lots.product_id), lots.created_at),
          ${part === 0 ? 'lots.id' : 'null'}, ${part}, 1
        from lots where lots.stock > 0 order by lots.id`,
    ),

    `create table order_line_lots (
      order_id integer not null references orders (id),
      product_id integer not null references products (id),
      lot_id integer not null references lots (id),
      pounds integer not null check (pounds > 0),
      returned integer not null default 0 check (returned between 0 and pounds),
      primary key (order_id, product_id, lot_id)
    ) ${withoutRowid}`,
    // What an order has out is what its moves took; the rest came back.
    `insert into order_line_lots (order_id, product_id, lot_id, pounds, returned)
      select order_id, product_id, lot_id, pounds, case when back < 0 then 0 when back > pounds then pounds else back end
      from (
        select order_id, product_id, lot_id, pounds, pounds + coalesce((
          select sum(stock_moves.pounds) from stock_moves
          where stock_moves.order_id = order_lines.order_id and stock_moves.product_id = order_lines.product_id
        ), -pounds) as back
        from order_lines where lot_id is not null
      ) as sold`,
    'create index order_line_lots_by_lot on order_line_lots (lot_id, order_id)',
    'drop index order_lines_by_lot',
    'alter table order_lines drop column lot_id',
  ],
};
