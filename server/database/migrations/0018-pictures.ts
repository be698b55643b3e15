import type { Migration } from '../migrate.ts';

// Uploaded pictures, once each: the name encodes the content. Pictures from before are added at the next start, from storage.
export const pictures: Migration = {
  number: 18,
  name: 'pictures',
  up: ({ time }) => [
    `create table pictures (
      name text primary key,
      alt text not null default '',
      kept integer not null default 0,
      version integer not null default 1,
      created_at ${time} not null,
      unused_since ${time},
      leased_until ${time}
    )`,
    'create index pictures_newest on pictures (created_at, name)',
  ],
};
