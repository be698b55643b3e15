import { type AuditEntry, ENTRIES_PER_PAGE } from '#contracts/audit.ts';
import type { Db, Tables } from '#server/database/schema.ts';

export async function insert(tx: Db, line: Omit<Tables['audit_lines'], 'id'>): Promise<void> {
  await tx.insertInto('audit_lines').values(line).execute();
}

/** Returns one more than a page, to show whether there are older entries. Keyset pagination: deep pages are as fast as the first. */
export function listNewestFirst(db: Db, before: number): Promise<AuditEntry[]> {
  return db
    .selectFrom('audit_lines')
    .leftJoin('accounts', 'accounts.id', 'audit_lines.account_id')
    .select(['audit_lines.id', 'audit_lines.at', 'accounts.name as who'])
    .select(['audit_lines.action', 'audit_lines.subject', 'audit_lines.subject_id'])
    .where('audit_lines.id', '<', before)
    .orderBy('audit_lines.id', 'desc')
    .limit(ENTRIES_PER_PAGE + 1)
    .execute();
}
