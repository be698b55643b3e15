import type { Migration } from '../migrate.ts';

// Orders that change after they were placed: pounds, charges, discounts, and refunds in part. An order may now have several
// refunds and several invoices, and what was charged is kept apart from what the order is worth today.
export const changedOrders: Migration = {
  number: 27,
  name: 'changed orders',
  up: ({ id, time, continueIds }) => [
    'alter table orders add column version integer not null default 1',
    'alter table orders add column refunded_cents bigint not null default 0',

    'alter table payment_attempts add column amount_cents bigint not null default 0',
    `update payment_attempts set amount_cents =
      (select orders.amount_cents from orders where orders.id = payment_attempts.order_id)`,

    `create table order_changes (
      id ${id},
      order_id integer not null references orders (id),
      lines text not null,
      reason text not null,
      account_id integer references accounts (id),
      at ${time} not null
    )`,
    'create index order_changes_by_order on order_changes (order_id, id)',

    `create table order_adjustments (
      id ${id},
      order_id integer not null references orders (id),
      change_id integer not null references order_changes (id),
      kind text not null check (kind in ('pounds', 'charge', 'discount', 'refund')),
      product_id integer references products (id),
      text text not null,
      pounds integer not null default 0,
      amount_cents bigint not null,
      reason text not null,
      account_id integer references accounts (id),
      at ${time} not null,
      day text not null
    )`,
    'create index order_adjustments_by_order on order_adjustments (order_id, id)',
    'create index order_adjustments_by_day on order_adjustments (day, id)',

    `create table partial_refunds (
      id ${id},
      order_id integer not null references orders (id),
      key text not null unique,
      request_key text unique,
      amount_cents bigint not null check (amount_cents > 0),
      state text not null check (state in ('open', 'done', 'refused')),
      ends_order integer not null default 0,
      change_id integer references order_changes (id),
      lines text not null default '[]',
      restock integer not null default 0,
      refund_id text,
      refusal text,
      account_id integer references accounts (id),
      reason text,
      checks integer not null default 0,
      next_check_at ${time},
      leased_until ${time},
      created_at ${time} not null,
      done_at ${time}
    )`,
    // When an old refund was paid is in the order's history.
    `insert into partial_refunds (id, order_id, key, amount_cents, state, ends_order, restock, refund_id, account_id, reason,
        checks, next_check_at, leased_until, created_at, done_at)
      select id, order_id, key, amount_cents, state, 1, 1, refund_id, account_id, reason,
        checks, next_check_at, leased_until, created_at,
        case when state = 'done' then coalesce((select max(at) from order_events
          where order_events.order_id = refunds.order_id and order_events.status = 'refunded'), created_at) end
      from refunds`,
    'drop table refunds',
    'alter table partial_refunds rename to refunds',
    ...continueIds('refunds'),
    "create unique index refunds_open on refunds (order_id) where state = 'open'",
    'create index refunds_by_order on refunds (order_id, id)',
    'create index refunds_to_check on refunds (next_check_at) where next_check_at is not null',

    // The moves of an order are each written once, those of a change once per change.
    'alter table stock_moves add column change_id integer references order_changes (id)',
    'drop index stock_moves_once',
    `create unique index stock_moves_once on stock_moves (order_id, product_id, reason, coalesce(change_id, 0))
      where order_id is not null`,

    'drop index if exists invoices_by_order',
    'create index invoices_by_order on invoices (order_id, number)',
  ],
};
