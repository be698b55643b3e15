import type { Migration } from '../migrate.ts';

// Which refused refunds were compared with what the provider has on record; and finds who has not confirmed their account.
export const oldFaults: Migration = {
  number: 42,
  name: 'old faults',
  up: ({ time }) => [
    ...['refunds', 'invoice_refunds'].flatMap((table) => [
      `alter table ${table} add column compared_at ${time}`,
      `create index ${table}_to_compare on ${table} (id) where state = 'refused' and compared_at is null`,
    ]),
    'create index customers_to_confirm on customers (id) where account_asked_at is not null and account_confirmed_at is null',
  ],
};
