import { sql } from 'kysely';
import type { StaffMember } from '#contracts/people.ts';
import type { Db } from '#server/database/schema.ts';

export async function listStaff(db: Db, onlyId?: number): Promise<StaffMember[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('two_factor_secrets', 'two_factor_secrets.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.staff_role', 'accounts.deactivated_at'])
    .select(['accounts.password_hash', 'two_factor_secrets.confirmed_at'])
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .select(sql<string | null>`max(coalesce(used_at, created_at))`.as('used_at'))
        .whereRef('account_id', '=', 'accounts.id')
        .as('last_used_at'),
    )
    .where('accounts.staff_role', 'is not', null)
    .$if(onlyId !== undefined, (staff) => staff.where('accounts.id', '=', onlyId ?? 0))
    .orderBy('accounts.id')
    .execute();
  return rows.flatMap(({ id, name, email, staff_role, deactivated_at, password_hash, confirmed_at, last_used_at }) =>
    staff_role
      ? {
          ...{ id, name, email, staff_role, last_used_at },
          state: deactivated_at ? 'deactivated' : password_hash ? 'active' : 'invited',
          two_factor: confirmed_at !== null,
        }
      : [],
  );
}

/** Locks every owner, so that two of them can't remove each other at the same time. Returns the ids of active ones. */
export async function lockOwners(tx: Db): Promise<number[]> {
  const owners = await tx
    .updateTable('accounts')
    .set({ staff_role: 'owner' })
    .where('staff_role', '=', 'owner')
    .returning(['id', 'deactivated_at'])
    .execute();
  return owners.filter(({ deactivated_at }) => deactivated_at === null).map(({ id }) => id);
}
