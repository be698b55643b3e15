import type { Migration } from '#server/database/migrate.ts';

// What keeps a shop with a million orders as quick as one with a thousand.
export const orderIndexes: Migration = {
  number: 8,
  name: 'growth',
  up: ({ bytewiseText, withoutRowid }) => [
    // Every hundredth order, counted from the oldest: a page deep in the list begins at the nearest mark.
    `create table order_marks (
      rank integer primary key,
      order_id integer not null unique references orders (id)
    )`,

    // The words an order is found by, on shelves of neighbouring orders. Filled from the orders when the shop opens, and
    // no more than an index of them: a foreign key for each word would double the cost of an order.
    `create table order_words (
      shelf integer not null,
      word ${bytewiseText} not null,
      order_id integer not null,
      primary key (shelf, word, order_id)
    ) ${withoutRowid}`,

    'create index payment_alarms_open on payment_alarms (id) where settled_at is null',
  ],
};
