import type { Migration } from '../migrate.ts';

// Stored with the refund until the provider has made it, then in the order's history.
export const refundReason: Migration = {
  number: 14,
  name: 'refund reason',
  up: () => ['alter table refunds add column reason text'],
};
