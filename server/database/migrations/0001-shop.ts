import type { Migration } from '#server/database/migrate.ts';

export const shop: Migration = {
  number: 1,
  name: 'shop',
  up: ({ id, time }) => [
    'create table shop_facts (name text primary key, value text not null)',

    `create table accounts (
      id ${id},
      name text not null,
      email text not null unique,
      password_hash text not null,
      role text not null check (role in ('customer', 'admin')),
      created_at ${time} not null
    )`,
    `create table sessions (
      token_hash text primary key,
      account_id integer not null references accounts (id) on delete cascade,
      created_at ${time} not null,
      expires_at ${time} not null
    )`,
    'create index sessions_by_account on sessions (account_id)',

    `create table posts (
      id ${id},
      title text not null check (title <> ''),
      content text not null,
      excerpt text not null,
      image_url text,
      created_at ${time} not null
    )`,
    'create index posts_newest_first on posts (created_at desc, id desc)',
  ],
};
