import type { Migration } from '../migrate.ts';

// Numbers of orders and invoices that a restored shop leaves out, because the old one may have given them to others.
export const numberJumps: Migration = {
  number: 43,
  name: 'number jumps',
  // A restore writes into the schema of its backup, which may be older. It creates the table itself.
  up: ({ time }) => [
    `create table if not exists number_jumps (
      kind text not null check (kind in ('order', 'invoice')),
      from_number integer not null,
      to_number integer not null check (to_number > from_number),
      at ${time} not null,
      why text not null,
      primary key (kind, from_number)
    )`,
  ],
};
