import type { Migration } from '#server/database/migrate.ts';

export const staff: Migration = {
  number: 9,
  name: 'staff',
  up: ({ id, time, appendOnly }) => [
    `create table audit_lines (
      id ${id},
      at ${time} not null,
      account_id integer references accounts (id),
      action text not null,
      subject text not null,
      subject_id integer
    )`,
    ...appendOnly('audit_lines'),

    "alter table sessions add column device text not null default ''",

    // No email for the first login of an account. Sessions cannot tell: old ones are removed.
    `alter table accounts add column entered_at ${time}`,
    'update accounts set entered_at = created_at where id in (select account_id from sessions)',

    // While confirmed_at is null, setup is in progress. A step is 30 seconds; codes up to last_step are used.
    `create table second_factors (
      account_id integer primary key references accounts (id) on delete cascade,
      secret text not null,
      last_step integer not null default 0,
      confirmed_at ${time}
    )`,
    `create table recovery_codes (
      account_id integer not null references second_factors (account_id) on delete cascade,
      code_hash text not null,
      primary key (account_id, code_hash)
    )`,
  ],
};
