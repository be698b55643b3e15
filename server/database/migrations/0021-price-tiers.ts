import type { Migration } from '../migrate.ts';

export const priceTiers: Migration = {
  number: 21,
  name: 'price tiers',
  up: () => [
    `create table price_tiers (
      product_id integer not null references products (id),
      from_pounds integer not null check (from_pounds > 1),
      price_cents integer not null check (price_cents > 0),
      primary key (product_id, from_pounds)
    )`,
  ],
};
