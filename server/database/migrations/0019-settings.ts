import type { Migration } from '../migrate.ts';

// Every save of a section of the settings is a version. The newest one counts. A preview shows one that is not saved.
export const settings: Migration = {
  number: 19,
  name: 'settings',
  up: ({ time, appendOnly }) => [
    `create table settings_versions (
      section text not null,
      version integer not null check (version > 0),
      value text not null,
      saved_at ${time} not null,
      account_id integer references accounts (id),
      primary key (section, version)
    )`,
    ...appendOnly('settings_versions'),
    `create table settings_previews (
      token_hash text primary key,
      section text not null,
      value text not null,
      expires_at ${time} not null
    )`,
  ],
};
