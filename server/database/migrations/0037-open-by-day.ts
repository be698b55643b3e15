import type { Migration } from '../migrate.ts';

// What is open of the invoices of a year is read from this index alone. Without it, SQLite reads every invoice of the year.
export const openByDay: Migration = {
  number: 37,
  name: 'open by day',
  up: () => ['create index invoices_open_by_day on invoices (issued_on, open_cents) where open_cents > 0'],
};
