import type { Migration } from '#server/database/migrate.ts';

export const stockLedger: Migration = {
  number: 4,
  name: 'stock ledger',
  up: ({ id, time }) => [
    'alter table products add column version integer not null default 1',

    // No foreign key on order_id: the orders table does not exist yet.
    `create table stock_moves (
      id ${id},
      product_id integer not null references products (id),
      pounds integer not null,
      stock_after integer not null check (stock_after >= 0),
      reason text not null check (reason in ('opening', 'by hand', 'hold', 'release', 'refund')),
      account_id integer references accounts (id),
      order_id integer,
      at ${time} not null
    )`,
    'create index stock_moves_by_product on stock_moves (product_id, id)',
    `insert into stock_moves (product_id, pounds, stock_after, reason, at)
      select id, stock, stock, 'opening', created_at from products order by id`,
  ],
};
