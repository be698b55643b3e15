// The queue of charges and refunds whose outcome at the provider has to be checked.
import { isAvailable, type Lease } from '#server/database/leases.ts';
import type { Db } from '#server/database/schema.ts';

type CheckedTable = 'charges' | 'charge_refunds';

export async function listDue(db: Db, table: CheckedTable, now: string): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where(isAvailable('next_check_at', now))
    .orderBy('next_check_at')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** False if another instance was faster. */
export async function lease(tx: Db, table: CheckedTable, id: number, { now, until }: Lease): Promise<boolean> {
  const leased = await tx
    .updateTable(table)
    .set((row) => ({ leased_until: until, checks: row('checks', '+', 1) }))
    .where('id', '=', id)
    .where(isAvailable('next_check_at', now))
    .returning('id')
    .executeTakeFirst();
  return leased !== undefined;
}

/** Does nothing if the outcome is known by now. */
export async function scheduleCheck(tx: Db, table: CheckedTable, id: number, next_check_at: string): Promise<void> {
  await tx
    .updateTable(table)
    .set({ next_check_at, leased_until: null })
    .where('id', '=', id)
    .where('next_check_at', 'is not', null)
    .execute();
}

/** False for an event that was received before. */
export async function recordEvent(tx: Db, event_id: string, at: string): Promise<boolean> {
  const recorded = await tx
    .insertInto('webhook_events')
    .values({ event_id, at })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return recorded !== undefined;
}

export async function removeOldEvents(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('webhook_events').where('at', '<', before).execute();
}
