import type { Db, Tables } from '#server/database/schema.ts';

export async function upsert(tx: Db, dispute: Tables['disputes']): Promise<void> {
  const { id: _, ...changes } = dispute;
  await tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

/** The latest dispute of an order. */
export function findByOrder(db: Db, order_id: number) {
  return db
    .selectFrom('disputes')
    .select(['state', 'reason', 'due_at'])
    .where('order_id', '=', order_id)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst();
}
