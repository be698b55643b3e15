import type { Migration } from '#server/database/migrate.ts';

// Totals are updated in the transaction that changes an order. `day` is the farm day on which the order was placed, or 'all'.
// Orders are spread over eight shards by id, so that concurrent orders do not wait for one row.
export const totals: Migration = {
  number: 6,
  name: 'figures',
  up: () => [
    `create table order_totals (
      day text not null,
      status text not null,
      shard integer not null,
      orders bigint not null,
      pounds bigint not null,
      amount_cents bigint not null,
      primary key (day, status, shard)
    )`,
    `create table sales_totals (
      day text not null,
      product_id integer not null references products (id),
      shard integer not null,
      pounds bigint not null,
      amount_cents bigint not null,
      primary key (day, product_id, shard)
    )`,
    'create index orders_by_time on orders (created_at, id)',
  ],
};
