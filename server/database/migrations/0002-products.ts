import type { Migration } from '#server/database/migrate.ts';

export const products: Migration = {
  number: 2,
  name: 'products',
  up: ({ id, time, decimal }) => [
    `create table products (
      id ${id},
      slug text not null,
      name text not null check (name <> ''),
      type text not null,
      flavor text,
      alpha_acid ${decimal} not null check (alpha_acid >= 0),
      beta_acid ${decimal} not null check (beta_acid >= 0),
      total_oil ${decimal} not null check (total_oil >= 0),
      aromas text not null,
      description text not null,
      image_url text,
      price_cents integer not null check (price_cents > 0),
      stock integer not null check (stock >= 0),
      created_at ${time} not null,
      deleted_at ${time}
    )`,
    'create unique index products_by_slug on products (slug) where deleted_at is null',
  ],
};
