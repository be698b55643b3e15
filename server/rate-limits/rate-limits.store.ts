import { sql } from 'kysely';
import { withoutWaiting } from '#server/database/pipelined-commit.ts';
import type { Db } from '#server/database/schema.ts';

export type Use = { used: number; until: string };

export function list(db: Db, names: string[]): Promise<(Use & { name: string })[]> {
  return db.selectFrom('rate_limits').select(['name', 'used', 'until']).where('name', 'in', names).execute();
}

/**
 * Counts one use, in a new window if the last one has ended; the use that reaches the limit restarts the window.
 * A single statement, so concurrent uses are all counted.
 */
export function record(db: Db, use: { name: string; max: number; now: string; until: string }): Promise<Use> {
  return db
    .insertInto('rate_limits')
    .values({ name: use.name, used: 1, until: use.until })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        used: sql`case when rate_limits.until <= ${use.now} then 1 else rate_limits.used + 1 end`,
        until: sql`case when rate_limits.until <= ${use.now} or rate_limits.used + 1 = ${use.max} then excluded.until else rate_limits.until end`,
      }),
    )
    .returning(['used', 'until'])
    .executeTakeFirstOrThrow();
}

export async function undo(tx: Db, name: string): Promise<void> {
  await withoutWaiting(tx)
    .updateTable('rate_limits')
    .set({ used: sql`used - 1` })
    .where('name', '=', name)
    .where('used', '>', 0)
    .execute();
}

export async function removeExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('until', '<=', now).execute();
}
