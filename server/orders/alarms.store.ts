import type { Db, Tables } from '../database/schema.ts';

const columns = ['id', 'at', 'payment_id', 'order_id', 'what'] as const;

/** False when the same was said before. */
export async function raise(tx: Db, alarm: Omit<Tables['payment_alarms'], 'id' | 'settled_at'>): Promise<boolean> {
  const raised = await tx
    .insertInto('payment_alarms')
    .values({ ...alarm, settled_at: null })
    .onConflict((conflict) => conflict.columns(['payment_id', 'what']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return raised !== undefined;
}

export function unsettled(db: Db) {
  return db
    .selectFrom('payment_alarms')
    .select(columns)
    .where('settled_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute();
}

export function find(db: Db, id: number) {
  return db.selectFrom('payment_alarms').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Undefined if somebody settled it before, or if there is none. */
export function settle(tx: Db, id: number, settled_at: string) {
  return tx
    .updateTable('payment_alarms')
    .set({ settled_at })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}
