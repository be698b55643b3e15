import type { Migration } from '#server/database/migrate.ts';

export const lots: Migration = {
  number: 7,
  name: 'lots',
  up: ({ id, time, decimal }) => [
    `create table lots (
      id ${id},
      product_id integer not null references products (id),
      number text not null check (number <> ''),
      harvest_year integer not null,
      form text not null,
      moisture ${decimal} not null check (moisture between 0 and 100),
      storage_index ${decimal} not null check (storage_index >= 0),
      tested_on text not null,
      alpha_acid ${decimal} not null check (alpha_acid >= 0),
      beta_acid ${decimal} not null check (beta_acid >= 0),
      total_oil ${decimal} not null check (total_oil >= 0),
      certificate text,
      current_since ${time},
      version integer not null default 1,
      created_at ${time} not null
    )`,
    'create unique index lots_by_number on lots (product_id, lower(number))',
    'create unique index lots_current on lots (product_id) where current_since is not null',

    'alter table order_lines add column lot_id integer references lots (id)',
    'create index order_lines_by_lot on order_lines (lot_id, order_id) where lot_id is not null',
  ],
};
