import type { Db } from '../database/schema.ts';

type NewSession = {
  token_hash: string;
  account_id: number;
  address: string;
  created_at: string;
  used_at: string;
  expires_at: string;
};

export async function insert(db: Db, session: NewSession): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export function find(db: Db, token_hash: string, { now, idleSince }: { now: string; idleSince: string }) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.role', 'sessions.used_at'])
    .where('sessions.token_hash', '=', token_hash)
    .where('sessions.expires_at', '>', now)
    .where((session) => session(session.fn.coalesce('sessions.used_at', 'sessions.created_at'), '>', idleSince))
    .executeTakeFirst();
}

export async function noteUse(db: Db, token_hash: string, used_at: string): Promise<void> {
  await db.updateTable('sessions').set({ used_at }).where('token_hash', '=', token_hash).execute();
}

export async function end(db: Db, token_hash: string, now: string): Promise<void> {
  await db.updateTable('sessions').set({ expires_at: now }).where('token_hash', '=', token_hash).execute();
}

export async function endAll(db: Db, account_id: number, now: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: now })
    .where('account_id', '=', account_id)
    .where('expires_at', '>', now)
    .execute();
}

export async function isKnown(db: Db, account_id: number, address: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('account_id', '=', account_id)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

export async function removeOld(db: Db, before: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
}
