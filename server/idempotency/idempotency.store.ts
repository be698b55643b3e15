// Idempotency keys that were used, each bound to its request. A separate row, so that starting an order and giving it up
// conflict: of the two, one always sees the other.
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db } from '#server/database/schema.ts';

type NewKey = { key: string; request_hash: string | null; created_at: string };

const insert = preparedQuery((db, row: NewKey) =>
  db
    .insertInto('checkouts')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key'),
);

/** False if the key was used before. Waits for a transaction that is using it. */
export async function claim(tx: Db, row: NewKey): Promise<boolean> {
  return (await insert(tx, row)).length > 0;
}

export function find(db: Db, key: string) {
  return db.selectFrom('checkouts').select('request_hash').where('key', '=', key).executeTakeFirst();
}

export async function removeOld(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('checkouts').where('created_at', '<', before).execute();
}
