import type { Db, Tables } from '#server/database/schema.ts';

export async function upsert(tx: Db, dispute: Tables['disputes']): Promise<void> {
  const { id: _, ...changes } = dispute;
  await tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

/** Newest first. */
export function listByOrders(db: Db, order_ids: number[]) {
  return db
    .selectFrom('disputes')
    .select(['order_id', 'state', 'reason', 'due_at'])
    .where('order_id', 'in', order_ids)
    .orderBy('updated_at', 'desc')
    .execute();
}
