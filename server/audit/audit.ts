// The audit trail: what staff did, written in the transaction that did it. Lines are only ever added, which the database
// sees to, so they name products, posts, orders and staff, and never a buyer.
import type { Person } from '#contracts/accounts.ts';
import { type Action, LINES_PER_PAGE } from '#contracts/audit.ts';
import { LARGEST_ID } from '#contracts/endpoint.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import * as store from './audit.store.ts';

export type Audit = ReturnType<typeof createAudit>;
/** For a feature whose actions are kept. */
export type Notes = Pick<Audit, 'note'>;

type Line = { actor: Person | 'command'; action: Action; subject: string; subject_id?: number };

export function createAudit({ database, now }: { database: Database; now: Clock }) {
  return { note, page };

  async function note(tx: Db, { actor, action, subject, subject_id }: Line): Promise<void> {
    // What customers do to their own account is their own affair.
    if (actor !== 'command' && actor.role !== 'admin') return;
    const account_id = actor === 'command' ? null : actor.id;
    await store.insert(tx, { at: now().toISOString(), account_id, action, subject, subject_id: subject_id ?? null });
  }

  async function page(before: number | undefined, path: string) {
    const lines = await store.newestFirst(database.db, Math.min(before ?? LARGEST_ID, LARGEST_ID));
    const data = lines.slice(0, LINES_PER_PAGE);
    return { data, next_page_url: lines.length > data.length ? `${path}?before=${data.at(-1)?.id}` : null };
  }
}
