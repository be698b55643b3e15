import type { Migration } from '../migrate.ts';

// An account may use a customer's terms once a link sent to its mailbox was followed. Those from before go on, unconfirmed.
export const confirmedAccounts: Migration = {
  number: 40,
  name: 'confirmed accounts',
  up: ({ time }) => [
    'alter table customers add column terms_account_id integer references accounts (id)',
    `alter table customers add column account_asked_at ${time}`,
    `alter table customers add column account_confirmed_at ${time}`,
    'update customers set terms_account_id = account_id where account_id is not null',
  ],
};
