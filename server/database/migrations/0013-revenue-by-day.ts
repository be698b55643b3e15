import type { Migration } from '../migrate.ts';

// Revenue by the day the money came or went: a sale counts on the day of the order, a refund or cancellation on its own day. The
// shop fills the table when it opens (`ensureIndexed`). Posts remember when they were last edited.
export const revenueByDay: Migration = {
  number: 13,
  name: 'revenue by day',
  up: ({ time }) => [
    `create table revenue_totals (
      day text not null,
      shard integer not null,
      orders bigint not null,
      pounds bigint not null,
      amount_cents bigint not null,
      primary key (day, shard)
    )`,
    // Null: never edited.
    `alter table posts add column updated_at ${time}`,
  ],
};
