import type { Migration } from '#server/database/migrate.ts';

const STATUSES = "'pending', 'authorised', 'paid', 'ready', 'completed', 'failed', 'cancelled', 'refunded'";

export const orders: Migration = {
  number: 5,
  name: 'orders',
  up: ({ id, time }) => [
    `create table orders (
      id ${id},
      view_key text not null,
      checkout_key text not null unique,
      status text not null check (status in (${STATUSES})),
      payment_id text unique,
      card text,
      name text not null,
      email text,
      address text,
      phone text not null,
      location_option text not null check (location_option in ('pickup', 'delivery')),
      pounds integer not null check (pounds > 0),
      amount_cents bigint not null check (amount_cents > 0),
      account_id integer references accounts (id),
      failure text,
      failure_status integer,
      created_at ${time} not null,
      check (location_option = 'pickup' or pounds >= 22)
    )`,
    'create index orders_by_account on orders (account_id, id) where account_id is not null',

    `create table order_lines (
      order_id integer not null references orders (id),
      product_id integer not null references products (id),
      name text not null,
      price_cents integer not null check (price_cents > 0),
      pounds integer not null check (pounds > 0),
      primary key (order_id, product_id)
    )`,

    // Recovery relies on these rows alone: the card token is never stored.
    `create table payment_attempts (
      id ${id},
      order_id integer not null references orders (id),
      key text not null unique,
      provider text not null,
      state text not null check (state in ('open', 'approved', 'captured', 'declined', 'voided')),
      payment_id text,
      checks integer not null default 0,
      next_check_at ${time},
      leased_until ${time},
      created_at ${time} not null
    )`,
    "create unique index payment_attempts_live on payment_attempts (order_id) where state in ('open', 'approved')",
    'create index payment_attempts_by_order on payment_attempts (order_id)',
    'create index payment_attempts_to_check on payment_attempts (next_check_at) where next_check_at is not null',

    `create table order_events (
      id ${id},
      order_id integer not null references orders (id),
      status text not null check (status in (${STATUSES})),
      at ${time} not null,
      account_id integer references accounts (id),
      note text
    )`,
    'create index order_events_by_order on order_events (order_id, id)',

    `create table refunds (
      id ${id},
      order_id integer not null unique references orders (id),
      key text not null unique,
      amount_cents bigint not null check (amount_cents > 0),
      state text not null check (state in ('open', 'done', 'refused')),
      refund_id text,
      account_id integer references accounts (id),
      checks integer not null default 0,
      next_check_at ${time},
      leased_until ${time},
      created_at ${time} not null
    )`,
    'create index refunds_to_check on refunds (next_check_at) where next_check_at is not null',

    `create table payment_alarms (
      id ${id},
      payment_id text not null,
      order_id integer references orders (id),
      what text not null,
      at ${time} not null,
      settled_at ${time},
      unique (payment_id, what)
    )`,

    `create table webhook_events (event_id text primary key, at ${time} not null)`,

    // A hold and its release are each written once, whatever is retried.
    `create unique index stock_moves_once on stock_moves (order_id, product_id, reason) where order_id is not null`,
  ],
};
