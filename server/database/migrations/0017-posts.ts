import type { Migration } from '../migrate.ts';

// Drafts, scheduled posts, a description for search engines, versions and preview links. A post without `published_at` is
// a draft, one whose time has not come is scheduled. Existing posts were published when they were created, and what they
// say now is their first version.
export const posts: Migration = {
  number: 17,
  name: 'posts',
  up: ({ time, neverUpdated }) => [
    `alter table posts add column description text not null default ''`,
    'alter table posts add column version integer not null default 1',
    `alter table posts add column published_at ${time}`,
    'update posts set published_at = created_at',
    'create index posts_published on posts (published_at desc, id desc)',

    `create table post_revisions (
      post_id integer not null references posts (id) on delete cascade,
      version integer not null,
      title text not null,
      content text not null,
      description text not null,
      image_url text,
      published_at ${time},
      account_id integer references accounts (id),
      restored_version integer,
      at ${time} not null,
      primary key (post_id, version)
    )`,
    `insert into post_revisions (post_id, version, title, content, description, image_url, published_at, at)
      select id, version, title, content, description, image_url, published_at, coalesce(updated_at, created_at)
      from posts`,
    ...neverUpdated('post_revisions'),

    `create table post_previews (
      post_id integer primary key references posts (id) on delete cascade,
      token_hash text not null,
      expires_at ${time} not null
    )`,
  ],
};
