import type { Migration } from '#server/database/migrate.ts';

export const checkouts: Migration = {
  number: 11,
  name: 'checkouts',
  up: ({ time }) => [
    // Binds an idempotency key to its request. Without a hash, the buyer gave the purchase up before it began.
    `create table checkouts (
      key text primary key,
      request_hash text,
      created_at ${time} not null
    )`,
    'create index checkouts_by_age on checkouts (created_at)',

    `create table disputes (
      id text primary key,
      payment_id text not null,
      order_id integer references orders (id),
      state text not null,
      reason text not null,
      amount_cents bigint not null,
      due_at ${time},
      updated_at ${time} not null
    )`,
    'create index disputes_by_order on disputes (order_id)',

    // Paid, canceled and not refunded: small, whatever the number of orders.
    `create index orders_to_refund on orders (id) where status = 'cancelled' and payment_id is not null`,
  ],
};
