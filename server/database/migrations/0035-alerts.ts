import type { Migration } from '../migrate.ts';

// Emails that people ask for: about a product, a harvest or, without either, the farm's news.
export const alerts: Migration = {
  number: 35,
  name: 'alerts',
  up: ({ id, time }) => [
    `create table subscriptions (
      id ${id},
      email text not null,
      product_id integer references products (id),
      harvest_id integer references harvests (id),
      token text not null unique,
      asked_at ${time} not null,
      confirmed_at ${time}
    )`,
    'create unique index subscriptions_to_product on subscriptions (product_id, email) where product_id is not null',
    'create unique index subscriptions_to_harvest on subscriptions (harvest_id, email) where harvest_id is not null',
    'create unique index subscriptions_to_news on subscriptions (email) where product_id is null and harvest_id is null',
    `create table newsletters (
      post_id integer primary key references posts (id) on delete cascade,
      account_id integer references accounts (id),
      started_at ${time} not null,
      last_subscription_id integer not null default 0,
      emails integer not null default 0,
      finished_at ${time}
    )`,
    'alter table emails add column unsubscribe_url text',
    // What the farm was told, so that it is told once.
    `create table staff_alerts (kind text not null, subject text not null, at ${time} not null, primary key (kind, subject))`,
  ],
};
