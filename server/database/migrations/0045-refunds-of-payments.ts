import type { Migration } from '../migrate.ts';

// Several payments of a customer may have a refund on its way. Until now one index found these and kept it to one.
export const refundsOfPayments: Migration = {
  number: 45,
  name: 'refunds of payments',
  up: () => [
    'drop index invoice_refunds_open',
    "create index invoice_refunds_on_their_way on invoice_refunds (customer_id) where state = 'open'",
  ],
};
