// Seeds an empty shop. A row in shop_state records that it was done, so data that staff delete does not come back after
// a restart.
import type { Database } from './database.ts';
import type { Db } from './schema.ts';

type Work = (tx: Db) => Promise<void>;

/** `prepare` does the slow part outside the transaction and returns the writes. */
export async function seedOnce({ db, transaction }: Database, prepare: () => Promise<Work>): Promise<void> {
  const seeded = await db.selectFrom('shop_state').select('value').where('name', '=', 'filled').executeTakeFirst();
  if (seeded) return;
  const write = await prepare();
  await transaction(['posts', 'products', 'product-names'], async (tx) => {
    const claimed = await tx
      .insertInto('shop_state')
      .values({ name: 'filled', value: 'yes' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst();
    // If several instances start together, only one seeds.
    if (claimed) await write(tx);
  });
}
