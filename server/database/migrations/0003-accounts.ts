import type { Migration } from '#server/database/migrate.ts';

export const accounts: Migration = {
  number: 3,
  name: 'accounts',
  up: ({ id, time }) => [
    // Where the session was opened. Guesses by strangers do not lock out an address the account has used.
    "alter table sessions add column address text not null default ''",
    `alter table sessions add column used_at ${time}`,

    `create table password_resets (
      token_hash text primary key,
      account_id integer not null references accounts (id) on delete cascade,
      expires_at ${time} not null
    )`,
    'create index password_resets_by_account on password_resets (account_id)',

    `create table limits (name text primary key, used integer not null, until ${time} not null)`,

    `create table mails (
      id ${id},
      recipient text not null,
      subject text not null,
      text text not null,
      html text not null,
      created_at ${time} not null,
      tries integer not null default 0,
      next_try_at ${time},
      leased_until ${time},
      sent_at ${time},
      last_error text
    )`,
    'create index mails_to_send on mails (next_try_at) where next_try_at is not null',
  ],
};
