import type { Migration } from '#server/database/migrate.ts';

// Keeps a shop with a million orders as fast as one with a thousand.
export const orderIndexes: Migration = {
  number: 8,
  name: 'growth',
  up: ({ bytewiseText, withoutRowid }) => [
    // Every hundredth order, counted from the oldest: a page deep in the list starts at the nearest one.
    `create table order_marks (
      rank integer primary key,
      order_id integer not null unique references orders (id)
    )`,

    // Search terms, in buckets of neighboring orders. Built from the orders when the shop opens. No foreign key: one per term
    // would double the cost of an order.
    `create table order_words (
      shelf integer not null,
      word ${bytewiseText} not null,
      order_id integer not null,
      primary key (shelf, word, order_id)
    ) ${withoutRowid}`,

    'create index payment_alarms_open on payment_alarms (id) where settled_at is null',
  ],
};
