// How far the provider's list of payments has been compared with ours, and when that is next due.
import type { Db } from '#server/database/schema.ts';
import { deleteState, findState, getOrCreateState, setState } from '#server/database/shop-state.store.ts';

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
  return findState(db, SWEEP_START);
}

export async function clearSweepStart(tx: Db, value: string): Promise<void> {
  await tx.deleteFrom('shop_state').where('name', '=', SWEEP_START).where('value', '=', value).execute();
}

const positionOf = (sweep: string) => `${sweep} position`;

/** Where an unfinished sweep goes on. */
export const findPosition = (db: Db, sweep: string) => findState(db, positionOf(sweep));

/** Remembers how far the sweep has come and makes it due at once, or marks it as finished. */
export async function savePosition(tx: Db, sweep: string, position: string | undefined): Promise<void> {
  if (position === undefined) return deleteState(tx, positionOf(sweep));
  await setState(tx, positionOf(sweep), position);
  await setState(tx, sweep, '');
}

const FAILING = 'sweep failing since';

/** Returns since when the list cannot be read. */
export const recordFailure = (tx: Db, now: string): Promise<string> => getOrCreateState(tx, FAILING, now);
export const clearFailure = (tx: Db): Promise<void> => deleteState(tx, FAILING);
