import { sql } from 'kysely';
import type { Person } from '#contracts/accounts.ts';
import type { Role } from '#contracts/endpoint.ts';
import type { StaffRole } from '#contracts/staff-roles.ts';
import type { Db } from '#server/database/schema.ts';

/** A writer is no admin to the database. */
export const roleColumn = sql<Role>`case when staff_role = 'writer' then 'writer' else role end`.as('role');
const columns = ['id', 'name', 'email', 'staff_role', roleColumn] as const;

type NewAccount = {
  name: string;
  email: string;
  password_hash: string;
  role: 'customer' | 'admin';
  staff_role?: StaffRole;
  created_at: string;
};

/** Undefined when the email already has an account. */
export function insertAccount(db: Db, account: NewAccount): Promise<Person | undefined> {
  return db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .select([...columns, 'password_hash', 'deactivated_at'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/**
 * Locks the account until the end of the transaction. Everything that opens sessions or ends them all takes this lock, so
 * each sees what the other did.
 * Returns the current password hash.
 */
export async function lockAccount(tx: Db, id: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('accounts')
    // Not the id: for that, SQLite would read every table that refers to accounts.
    .set(({ ref }) => ({ role: ref('role') }))
    .where('id', '=', id)
    .returning('password_hash')
    .executeTakeFirst();
  return row?.password_hash;
}

/** True only the first time. */
export async function recordFirstLogin(tx: Db, id: number, first_login_at: string): Promise<boolean> {
  const recorded = await tx
    .updateTable('accounts')
    .set({ first_login_at })
    .where('id', '=', id)
    .where('first_login_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

export async function setPassword(db: Db, id: number, password_hash: string): Promise<void> {
  await db.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute();
}

/** Null makes them a customer. */
export function setStaffRole(db: Db, id: number, staff_role: StaffRole | null): Promise<Person> {
  const role = staff_role === 'owner' || staff_role === 'staff' ? 'admin' : 'customer';
  return db
    .updateTable('accounts')
    .set({ role, staff_role })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Null lets them in again. */
export async function setDeactivated(tx: Db, id: number, deactivated_at: string | null): Promise<void> {
  await tx.updateTable('accounts').set({ deactivated_at }).where('id', '=', id).execute();
}

export function getPerson(db: Db, id: number): Promise<Person> {
  return db.selectFrom('accounts').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Everyone with a staff role, also those who are deactivated. */
export function listStaff(db: Db): Promise<Person[]> {
  return db.selectFrom('accounts').select(columns).where('staff_role', 'is not', null).orderBy('id').execute();
}

export function listAccountsWithFactor(db: Db): Promise<Person[]> {
  return db
    .selectFrom('accounts')
    .innerJoin('two_factor_secrets', 'two_factor_secrets.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.staff_role', roleColumn])
    .orderBy('accounts.id')
    .execute();
}

type Reset = { token_hash: string; account_id: number; expires_at: string };

export async function insertReset(db: Db, reset: Reset): Promise<void> {
  await db.insertInto('password_resets').values(reset).execute();
}

/** How many links of an account are still valid at that time. */
export async function countResets(db: Db, account_id: number, validAt: string): Promise<number> {
  const { links } = await db
    .selectFrom('password_resets')
    .select((resets) => resets.fn.countAll<number>().as('links'))
    .where('account_id', '=', account_id)
    .where('expires_at', '>', validAt)
    .executeTakeFirstOrThrow();
  return links;
}

export async function removeResets(db: Db, account_id: number): Promise<void> {
  await db.deleteFrom('password_resets').where('account_id', '=', account_id).execute();
}

/** Single use: locks the account, and deletes the token. */
export async function consumeReset(tx: Db, token_hash: string, now: string): Promise<Person | undefined> {
  const reset = await tx
    .selectFrom('password_resets')
    .select('account_id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!reset) return undefined;
  const { account_id } = reset;
  await lockAccount(tx, account_id);
  const consumed = await tx
    .deleteFrom('password_resets')
    .where('token_hash', '=', token_hash)
    .returning('account_id')
    .executeTakeFirst();
  return consumed && tx.selectFrom('accounts').select(columns).where('id', '=', account_id).executeTakeFirst();
}

export async function removeExpiredResets(db: Db, now: string): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
}
