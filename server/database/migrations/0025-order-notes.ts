import type { Migration } from '../migrate.ts';

// What staff write about an order, for themselves or for the buyer.
export const orderNotes: Migration = {
  number: 25,
  name: 'order notes',
  up: ({ id, time }) => [
    `create table order_notes (
      id ${id},
      order_id integer not null references orders (id),
      text text not null,
      for_buyer integer not null default 0,
      account_id integer references accounts (id),
      at ${time} not null
    )`,
    'create index order_notes_by_order on order_notes (order_id, id)',
  ],
};
