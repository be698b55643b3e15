import type { Db, Tables } from '#server/database/schema.ts';

const columns = ['id', 'at', 'payment_id', 'order_id', 'what'] as const;

type NewAlert = Omit<Tables['payment_alarms'], 'id' | 'settled_at'>;

/** False when the same was said before. */
export async function raise(tx: Db, alarm: NewAlert): Promise<boolean> {
  const inserted = await insertAlert(tx, alarm)
    .onConflict((conflict) => conflict.columns(['payment_id', 'what']).doNothing())
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The same, but what was said before and settled is said anew. */
export async function raiseAgain(tx: Db, alarm: NewAlert): Promise<boolean> {
  const raised = await insertAlert(tx, alarm)
    .onConflict((conflict) =>
      conflict
        .columns(['payment_id', 'what'])
        .doUpdateSet({ at: alarm.at, settled_at: null })
        .where('payment_alarms.settled_at', 'is not', null),
    )
    .executeTakeFirst();
  return raised !== undefined;
}

const insertAlert = (tx: Db, alarm: NewAlert) =>
  tx
    .insertInto('payment_alarms')
    .values({ ...alarm, settled_at: null })
    .returning('id');

export function listOpen(db: Db) {
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
export function resolve(tx: Db, id: number, settled_at: string) {
  return tx
    .updateTable('payment_alarms')
    .set({ settled_at })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}
