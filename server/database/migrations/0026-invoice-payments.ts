import type { Migration } from '../migrate.ts';

// Card payments of invoices: one row per charge, written before the provider hears of it. An invoice has one at a time.
export const invoicePayments: Migration = {
  number: 26,
  name: 'invoice payments',
  up: ({ id, time }) => [
    `create table invoice_payments (
      id ${id},
      invoice_number integer not null references invoices (number),
      checkout_key text not null unique,
      amount_cents bigint not null check (amount_cents > 0),
      key text not null unique,
      provider text not null,
      state text not null check (state in ('open', 'approved', 'captured', 'declined', 'voided')),
      payment_id text,
      card text,
      failure text,
      failure_status integer,
      checks integer not null default 0,
      next_check_at ${time},
      leased_until ${time},
      created_at ${time} not null
    )`,
    "create unique index invoice_payments_live on invoice_payments (invoice_number) where state in ('open', 'approved')",
    'create index invoice_payments_by_payment on invoice_payments (payment_id) where payment_id is not null',
    'create index invoice_payments_by_time on invoice_payments (created_at)',
    'create index invoice_payments_to_check on invoice_payments (next_check_at) where next_check_at is not null',
    // The check on `method` knows no cards, so a card payment is the one that names its charge.
    'alter table ledger_entries add column invoice_payment_id integer references invoice_payments (id)',
    // Taken at the desk, and bagged when it is paid.
    'alter table orders add column pay_first integer not null default 0',
  ],
};
