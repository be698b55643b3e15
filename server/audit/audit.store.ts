import { type AuditEntry, ENTRIES_PER_PAGE } from '#contracts/audit.ts';
import type { Db, Tables } from '#server/database/schema.ts';

export async function insert(tx: Db, line: Omit<Tables['audit_log'], 'id'>): Promise<void> {
  await tx.insertInto('audit_log').values(line).execute();
}

/** Returns one more than a page, to show whether there are older entries. Keyset pagination: deep pages are as fast as the first. */
export function listNewestFirst(db: Db, before: number): Promise<AuditEntry[]> {
  return db
    .selectFrom('audit_log')
    .leftJoin('accounts', 'accounts.id', 'audit_log.account_id')
    .select(['audit_log.id', 'audit_log.at', 'accounts.name as who'])
    .select(['audit_log.action', 'audit_log.subject', 'audit_log.subject_id'])
    .where('audit_log.id', '<', before)
    .orderBy('audit_log.id', 'desc')
    .limit(ENTRIES_PER_PAGE + 1)
    .execute();
}
