import type { Db } from './schema.ts';

/** Small facts about this shop that are not settings: whether it was seeded, its id, when a sweep runs next. */
export async function getOrCreateState(tx: Db, name: string, initial: string): Promise<string> {
  await tx
    .insertInto('shop_state')
    .values({ name, value: initial })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await tx
    .selectFrom('shop_state')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

/** True for the one caller that brings derived data to this version. */
export async function claimVersion(tx: Db, name: string, version: string): Promise<boolean> {
  await getOrCreateState(tx, name, '');
  const claimed = await tx
    .updateTable('shop_state')
    .set({ value: version })
    .where('name', '=', name)
    .where('value', '<>', version)
    .returning('name')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function findState(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('shop_state').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function setState(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('shop_state')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** False if the value has changed since it was read. */
export async function replaceState(
  tx: Db,
  { name, from, to }: { name: string; from: string; to: string },
): Promise<boolean> {
  const replaced = await tx
    .updateTable('shop_state')
    .set({ value: to })
    .where('name', '=', name)
    .where('value', '=', from)
    .returning('name')
    .executeTakeFirst();
  return replaced !== undefined;
}

export async function deleteState(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('shop_state').where('name', '=', name).execute();
}

/** The number of the last invoice or credit note. */
export const LAST_INVOICE = 'last invoice';
/** When the last complete backup was started. */
export const LAST_BACKUP = 'last backup';
/** The backup being made, or how the last one failed. */
export const BACKUP_RUN = 'backup run';
