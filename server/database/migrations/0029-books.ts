import type { Migration } from '../migrate.ts';

// Closed months, and what makes the books of a month quick to read.
export const books: Migration = {
  number: 29,
  name: 'books',
  up: ({ time, appendOnly }) => [
    // From this row on, nothing is dated into the month. Its files follow.
    `create table closed_months (
      month text primary key,
      closed_at ${time} not null,
      account_id integer references accounts (id)
    )`,
    ...appendOnly('closed_months'),
    // `content` is the file, compressed by gzip, as base64. `totals` is JSON.
    `create table closed_month_files (
      month text not null references closed_months (month),
      layout text not null,
      content text not null,
      bytes integer not null,
      sha256 text not null,
      totals text not null,
      primary key (month, layout)
    )`,
    ...appendOnly('closed_month_files'),
    // Totals of past days, as JSON. They can be deleted at any time and are counted again.
    'create table book_days (day text primary key, totals text not null)',

    `create index order_events_in_books on order_events (at, id) where ${EVENTS_IN_BOOKS}`,
    'create index invoices_by_day on invoices (issued_on, number)',
    `create index ledger_entries_in_books on ledger_entries (day, id) where ${ENTRIES_IN_BOOKS}`,
    'create index invoices_aging on invoices (due_on, open_cents) where open_cents > 0',
    'create index customers_owing on customers (balance_cents, id) where balance_cents > 0',

    // Why staff changed the stock, and what they wrote about it.
    `alter table stock_moves add column kind text check (kind in ('harvest', 'loss', 'sample', 'correction'))`,
    `alter table stock_moves add column note text not null default ''`,
    'alter table stock_moves add column key text',
    'create unique index stock_moves_by_key on stock_moves (key) where key is not null',
    'drop index stock_moves_by_product',
    'create index stock_moves_by_product on stock_moves (product_id, at, id)',
    'create index stock_moves_by_time on stock_moves (at, id)',
  ],
};

/** As the indexes have it, word for word, so that SQLite uses them. */
export const EVENTS_IN_BOOKS = `status in ('paid', 'cancelled', 'refunded')`;
export const ENTRIES_IN_BOOKS = `kind in ('payment', 'reversal')`;
