import type { Migration } from '../migrate.ts';

// SQLite wrote this count as 36.0, which PostgreSQL does not read as a whole number.
export const wholeCounts: Migration = {
  number: 47,
  name: 'whole counts',
  up: ({ decimal }) => [
    `update shop_state set value = cast(cast(cast(value as ${decimal}) as integer) as text) where name = 'books'`,
  ],
};
