import type { Migration } from '../migrate.ts';

// The first current lot of a product takes the pounds of no lot. Whether there was one is only in the audit log, if it is not
// current any more.
export const firstCurrentLot: Migration = {
  number: 41,
  name: 'first current lot',
  up: () => [
    'alter table products add column had_current_lot integer not null default 0',
    `update products set had_current_lot = 1
      where id in (
        select product_id from lots
        where current_since is not null or id in (select subject_id from audit_log where action = 'lot made current')
      ) or id in (select subject_id from audit_log where action = 'no lot made current')`,
  ],
};
