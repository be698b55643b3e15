// The audit trail: what staff did, recorded in the same transaction. The database enforces that entries are append-only,
// so they name products, posts, orders and staff, but never a buyer.
import type { Person } from '#contracts/accounts.ts';
import { type Action, ENTRIES_PER_PAGE } from '#contracts/audit.ts';
import { MAX_ID } from '#contracts/endpoint.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import * as store from './audit.store.ts';

export type Audit = ReturnType<typeof createAudit>;
/** For features that record actions. */
export type AuditWriter = Pick<Audit, 'record'>;

type Entry = { actor: Person | 'command'; action: Action; subject: string; subject_id?: number };

export function createAudit({ database, now }: { database: Database; now: Clock }) {
  return { record, list };

  async function record(tx: Db, { actor, action, subject, subject_id }: Entry): Promise<void> {
    // Customers' changes to their own accounts are not audited.
    if (actor !== 'command' && actor.staff_role === null) return;
    const account_id = actor === 'command' ? null : actor.id;
    await store.insert(tx, { at: now().toISOString(), account_id, action, subject, subject_id: subject_id ?? null });
  }

  async function list(before: number | undefined, path: string) {
    const lines = await store.listNewestFirst(database.db, Math.min(before ?? MAX_ID, MAX_ID));
    const data = lines.slice(0, ENTRIES_PER_PAGE);
    return { data, next_page_url: lines.length > data.length ? `${path}?before=${data.at(-1)?.id}` : null };
  }
}
