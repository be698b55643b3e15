import type { Migration } from '../migrate.ts';

export const staff: Migration = {
  number: 9,
  name: 'staff',
  up: ({ id, time, onlyGrows }) => [
    `create table audit_lines (
      id ${id},
      at ${time} not null,
      account_id integer references accounts (id),
      action text not null,
      subject text not null,
      subject_id integer
    )`,
    ...onlyGrows('audit_lines'),

    "alter table sessions add column device text not null default ''",
  ],
};
