// What an empty shop starts with. A fact in the database says that it was done, so that staff who
// delete all of it do not find it back after a restart.
import type { Database } from './database.ts';
import type { Db } from './schema.ts';

type Work = (tx: Db) => Promise<void>;

/** `prepare` does the slow part, outside of the transaction, and gives back what to write. */
export async function seedOnce({ db, transaction }: Database, prepare: () => Promise<Work>): Promise<void> {
  const filled = await db.selectFrom('shop_state').select('value').where('name', '=', 'filled').executeTakeFirst();
  if (filled) return;
  const write = await prepare();
  await transaction(['posts', 'products'], async (tx) => {
    const mine = await tx
      .insertInto('shop_state')
      .values({ name: 'filled', value: 'yes' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    // Of instances that start together, one fills.
    if (mine) await write(tx);
  });
}
