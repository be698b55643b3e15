import type { Migration } from '../migrate.ts';

// What each member of staff may do. `role` stays for customers and admins; a writer is no admin, so whatever does not know
// writers treats them as customers. The oldest admin becomes the owner.
export const people: Migration = {
  number: 16,
  name: 'people',
  up: ({ time }) => [
    `alter table accounts add column staff_role text check (staff_role in ('owner', 'staff', 'writer'))`,
    `alter table accounts add column deactivated_at ${time}`,
    `update accounts set staff_role = 'staff' where role = 'admin'`,
    `update accounts set staff_role = 'owner' where id = (select min(id) from accounts where role = 'admin')`,
  ],
};
