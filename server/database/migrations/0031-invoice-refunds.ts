import type { Migration } from '../migrate.ts';

// Money that goes back to a card that paid an invoice. A customer has one on its way at a time.
export const invoiceRefunds: Migration = {
  number: 31,
  name: 'invoice refunds',
  up: ({ id, time }) => [
    `create table invoice_refunds (
      id ${id},
      invoice_payment_id integer not null references invoice_payments (id),
      customer_id integer not null references customers (id),
      key text not null unique,
      request_key text not null unique,
      amount_cents bigint not null check (amount_cents > 0),
      state text not null check (state in ('open', 'done', 'refused')),
      refund_id text,
      refusal text,
      reason text not null,
      account_id integer references accounts (id),
      checks integer not null default 0,
      next_check_at ${time},
      leased_until ${time},
      created_at ${time} not null
    )`,
    "create unique index invoice_refunds_open on invoice_refunds (customer_id) where state = 'open'",
    'create index invoice_refunds_by_payment on invoice_refunds (invoice_payment_id)',
    'create index invoice_refunds_to_check on invoice_refunds (next_check_at) where next_check_at is not null',
  ],
};
