import type { Migration } from '../migrate.ts';

// Finds the few customers with a credit, some of which goes back to a card. A payment has one refund on its way at a time; the
// older rule of one per customer can go when no earlier version serves any more.
export const moneyBack: Migration = {
  number: 39,
  name: 'money back',
  up: () => [
    'create index customers_in_credit on customers (id) where balance_cents < 0',
    "create unique index invoice_refunds_open_by_payment on invoice_refunds (invoice_payment_id) where state = 'open'",
  ],
};
