import type { Person } from '../../contracts/accounts.ts';
import type { Role } from '../../contracts/call.ts';
import type { Db } from '../database/schema.ts';

type NewAccount = { name: string; email: string; password_hash: string; role: Role; created_at: string };

/** Undefined when the e-mail has an account already. */
export function insertAccount(db: Db, account: NewAccount): Promise<Person | undefined> {
  return db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'name', 'email', 'role'])
    .executeTakeFirst();
}

export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'name', 'email', 'role', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom('accounts').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst();
  return admin !== undefined;
}

type NewSession = { token_hash: string; account_id: number; created_at: string; expires_at: string };

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function deleteSession(db: Db, token_hash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute();
}

export function findBySession(db: Db, token_hash: string, now: string): Promise<Person | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.role'])
    .where('sessions.token_hash', '=', token_hash)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
}
