import type { Migration } from '../migrate.ts';

// Staff can read sent emails and send them again. Emails with a link that opens an account stay hidden; which of the older
// ones do is not known, so all of them are.
export const mailLog: Migration = {
  number: 15,
  name: 'mail log',
  up: () => [
    'alter table emails add column secret integer not null default 1',
    'alter table emails add column order_id integer',
    'create index emails_by_order on emails (order_id) where order_id is not null',
    'create index emails_unsent on emails (id) where sent_at is null',
  ],
};
