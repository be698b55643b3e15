import type { Migration } from '../migrate.ts';

// People and breweries that buy. Orders from before find their customer in the background, like new ones.
export const customers: Migration = {
  number: 20,
  name: 'customers',
  up: ({ id, time, bytewiseText, withoutRowid }) => [
    `create table customers (
      id ${id},
      name text not null,
      company text not null default '',
      email text,
      phone text not null default '',
      phone_digits text,
      address text not null default '',
      notes text not null default '',
      account_id integer unique references accounts (id),
      added_by integer references accounts (id),
      last_order_at ${time},
      active_at ${time} not null,
      version integer not null default 1,
      created_at ${time} not null
    )`,
    'create unique index customers_by_email on customers (email) where email is not null',
    // Guests without an email are told apart by their phone.
    `create unique index customers_by_phone on customers (phone_digits)
      where phone_digits is not null and email is null and account_id is null and added_by is null`,
    'create index customers_latest on customers (active_at, id)',

    `create table customer_search_terms (
      term ${bytewiseText} not null,
      customer_id integer not null references customers (id),
      primary key (term, customer_id)
    ) ${withoutRowid}`,
    'create index customer_search_terms_by_customer on customer_search_terms (customer_id, term)',

    'alter table orders add column customer_id integer references customers (id)',
    'create index orders_by_customer on orders (customer_id, id) where customer_id is not null',
    `create index orders_without_customer on orders (id) where ${ORDERS_WITHOUT_CUSTOMER}`,
  ],
};

/** As the index has it, word for word, so that SQLite uses it. */
export const ORDERS_WITHOUT_CUSTOMER = `customer_id is null and name <> 'Removed'
  and status in ('paid', 'ready', 'completed', 'cancelled', 'refunded')`;
