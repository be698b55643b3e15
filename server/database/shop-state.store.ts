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
