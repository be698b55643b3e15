import type { Migration } from '../migrate.ts';

// Customers who pay by invoice, their invoices and credit notes, and a ledger that explains every balance.
export const terms: Migration = {
  number: 22,
  name: 'terms',
  up: ({ id, time, appendOnly }) => [
    'alter table customers add column terms_days integer check (terms_days between 0 and 180)',
    'alter table customers add column credit_limit_cents bigint not null default 0 check (credit_limit_cents >= 0)',
    'alter table customers add column balance_cents bigint not null default 0',

    'alter table orders add column on_terms integer not null default 0',
    'alter table orders add column po_number text',
    "create index orders_on_terms_to_pack on orders (id) where on_terms = 1 and status = 'pending'",

    // A credit note is numbered like an invoice, and belongs to one.
    `create table invoices (
      number integer primary key,
      kind text not null check (kind in ('invoice', 'credit note')),
      credits integer references invoices (number),
      customer_id integer not null references customers (id),
      order_id integer not null references orders (id),
      view_key text not null,
      issued_at ${time} not null,
      issued_on text not null,
      due_on text not null,
      bill_to text not null,
      seller text not null,
      lines text not null,
      amount_cents bigint not null check (amount_cents > 0),
      open_cents bigint not null check (open_cents between 0 and amount_cents),
      reminders integer not null default 0,
      check ((kind = 'credit note') = (credits is not null))
    )`,
    "create unique index invoices_by_order on invoices (order_id) where kind = 'invoice'",
    'create index invoices_by_customer on invoices (customer_id, number)',
    'create index invoices_credited on invoices (credits) where credits is not null',
    'create index invoices_open on invoices (customer_id, number) where open_cents > 0',
    'create index invoices_due on invoices (due_on, number) where open_cents > 0',

    `create table ledger_entries (
      id ${id},
      customer_id integer not null references customers (id),
      kind text not null check (kind in ('invoice', 'credit note', 'payment', 'reversal')),
      amount_cents bigint not null check (amount_cents <> 0),
      balance_after bigint not null,
      invoice_number integer references invoices (number),
      key text unique,
      reverses integer unique references ledger_entries (id),
      method text check (method in ('check', 'cash', 'bank transfer')),
      note text not null default '',
      day text not null,
      at ${time} not null,
      account_id integer references accounts (id)
    )`,
    'create index ledger_entries_by_customer on ledger_entries (customer_id, id)',
    ...appendOnly('ledger_entries'),
  ],
};
