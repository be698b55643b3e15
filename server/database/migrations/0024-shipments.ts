import type { Migration } from '../migrate.ts';

// How an order travels: the carrier and its tracking number.
export const shipments: Migration = {
  number: 24,
  name: 'shipments',
  up: ({ time }) => [
    `create table shipments (
      order_id integer primary key references orders (id),
      carrier text not null check (carrier in ('UPS', 'USPS', 'FedEx', 'other', 'own truck')),
      tracking_number text,
      at ${time} not null,
      account_id integer references accounts (id)
    )`,
  ],
};
