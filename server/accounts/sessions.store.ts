import type { Db } from '#server/database/schema.ts';
import { roleColumn } from './accounts.store.ts';

/** Anyone with more sessions than this can only end them all. */
const MAX_LISTED = 100;

type NewSession = {
  token_hash: string;
  account_id: number;
  address: string;
  device: string;
  created_at: string;
  used_at: string;
  expires_at: string;
};

export async function insert(db: Db, session: NewSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** A session ends when it expires or has been idle too long. */
type ActiveAt = { now: string; idleSince: string };

export function find(db: Db, token_hash: string, { now, idleSince }: ActiveAt) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('two_factor_secrets', 'two_factor_secrets.account_id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.staff_role', roleColumn, 'sessions.used_at'])
    .select('two_factor_secrets.confirmed_at as two_factor_since')
    .where('sessions.token_hash', '=', token_hash)
    .where('sessions.expires_at', '>', now)
    .where((session) => session(session.fn.coalesce('sessions.used_at', 'sessions.created_at'), '>', idleSince))
    .executeTakeFirst();
}

export function listActive(db: Db, account_id: number, { now, idleSince }: ActiveAt) {
  return db
    .selectFrom('sessions')
    .select(['token_hash', 'address', 'device', 'created_at'])
    .select((session) => session.fn.coalesce('used_at', 'created_at').as('used_at'))
    .where('account_id', '=', account_id)
    .where('expires_at', '>', now)
    .where((session) => session(session.fn.coalesce('used_at', 'created_at'), '>', idleSince))
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
}

export async function touch(db: Db, token_hash: string, used_at: string): Promise<void> {
  await db.updateTable('sessions').set({ used_at }).where('token_hash', '=', token_hash).execute();
}

export async function end(db: Db, token_hash: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: now }).where('token_hash', '=', token_hash).execute();
}

/** Spares the session whose hash is `except`. Returns false when there was nothing to end. */
export async function endAll(db: Db, account_id: number, now: string, except = ''): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ expires_at: now })
    .where('account_id', '=', account_id)
    .where('expires_at', '>', now)
    .where('token_hash', '<>', except)
    .returning('token_hash')
    .execute();
  return ended.length > 0;
}

export async function hasUsedAddress(db: Db, account_id: number, address: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', account_id)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** True if a session was opened with this browser from this address. Older sessions have no device and count as a match. */
export async function hasUsedDevice(tx: Db, account_id: number, from: { address: string; device: string }) {
  const session = await tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', account_id)
    .where('address', '=', from.address)
    .where('device', 'in', [from.device, ''])
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

export async function removeExpired(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
}
