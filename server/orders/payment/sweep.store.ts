// When the provider's list of payments was last compared with ours.
import type { Db } from '#server/database/schema.ts';

const SWEEP_START = 'sweep from';

/** True for the one instance that may run this sweep now; the next run is at `next`. */
export async function claimTurn(tx: Db, name: string, { now, next }: { now: string; next: string }): Promise<boolean> {
  await tx
    .insertInto('shop_state')
    .values({ name, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const claimed = await tx
    .updateTable('shop_state')
    .set({ value: next })
    .where('name', '=', name)
    .where('value', '<=', now)
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Set after a restore: the sweep then has to go back to the time of the backup. */
export async function findSweepStart(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('shop_state').select('value').where('name', '=', SWEEP_START).executeTakeFirst();
  return row?.value;
}

export async function clearSweepStart(tx: Db, value: string): Promise<void> {
  await tx.deleteFrom('shop_state').where('name', '=', SWEEP_START).where('value', '=', value).execute();
}
