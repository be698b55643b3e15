import type { Migration } from '../migrate.ts';

// Pounds of a coming harvest that buyers reserve with a deposit. The checks are the last guard against selling a pound twice.
export const reservations: Migration = {
  number: 36,
  name: 'reservations',
  up: ({ id, time }) => [
    'alter table harvests add column deposit_percent integer check (deposit_percent between 1 and 100)',
    'alter table harvests add column reserved integer not null default 0 check (reserved between 0 and pounds)',
    `create table harvest_days (
      id ${id},
      harvest_id integer not null references harvests (id),
      day text not null,
      starts text not null,
      ends text not null,
      pounds integer not null check (pounds > 0),
      reserved integer not null default 0 check (reserved between 0 and pounds),
      moves integer not null default 0
    )`,
    'create index harvest_days_by_harvest on harvest_days (harvest_id, day, starts)',
    `create table reservations (
      id ${id},
      harvest_id integer not null references harvests (id),
      day_id integer references harvest_days (id) on delete set null,
      order_id integer not null unique references orders (id),
      pounds integer not null check (pounds > 0),
      price_cents integer not null,
      deposit_cents bigint not null,
      state text not null check (state in ('held', 'weighed', 'released')),
      final_pounds integer,
      created_at ${time} not null
    )`,
    'create index reservations_by_harvest on reservations (harvest_id, id)',
    "create index reservations_held on reservations (order_id) where state = 'held'",
  ],
};
