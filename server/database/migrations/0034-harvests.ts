import type { Migration } from '../migrate.ts';

// What is coming: one row per harvest of a hop. `moves` counts how often its day changed, for calendars.
export const harvests: Migration = {
  number: 34,
  name: 'harvests',
  up: ({ id, time }) => [
    `create table harvests (
      id ${id},
      product_id integer not null references products (id),
      kind text not null check (kind in ('wet', 'dried')),
      status text not null check (status in ('growing', 'ripening', 'picking', 'kiln', 'ready')),
      expected_on text not null,
      pounds integer not null check (pounds > 0),
      price_cents integer not null check (price_cents > 0),
      note text not null,
      uid text not null unique,
      moves integer not null default 0,
      version integer not null default 1,
      created_at ${time} not null,
      updated_at ${time} not null,
      called_off_at ${time}
    )`,
    'create index harvests_by_day on harvests (expected_on, id) where called_off_at is null',
    'alter table emails add column calendar text',
  ],
};
