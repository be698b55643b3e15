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

export async function deleteState(tx: Db, name: string): Promise<void> {
  await tx.deleteFrom('shop_state').where('name', '=', name).execute();
}

/** When the last backup was completed. */
export const LAST_BACKUP = 'last backup';
