import type { Migration } from '../migrate.ts';

// The oldest paid orders are the ones to bag next.
export const ordersToPack: Migration = {
  number: 38,
  name: 'orders to pack',
  up: () => ["create index orders_paid on orders (id) where status = 'paid'"],
};
