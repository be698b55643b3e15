import { type AuditEntry, ENTRIES_PER_PAGE } from '#contracts/audit.ts';
import type { Db, Tables } from '#server/database/schema.ts';

export async function insert(tx: Db, line: Omit<Tables['audit_log'], 'id'>): Promise<void> {
  await tx.insertInto('audit_log').values(line).execute();
}

/** One more than a page, which says whether there are older ones. By id: a page far back costs what the first one does. */
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
