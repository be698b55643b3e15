import type { Migration } from '../migrate.ts';

// Almost all orders are completed, so counting those of each status reads the others alone.
export const ordersNotCompleted: Migration = {
  number: 44,
  name: 'orders not completed',
  up: () => ["create index orders_not_completed on orders (status, created_at) where status <> 'completed'"],
};
