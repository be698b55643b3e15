import type { Db, Tables } from '#server/database/schema.ts';

const columns = ['id', 'at', 'payment_id', 'order_id', 'what'] as const;

type NewAlert = Omit<Tables['payment_alarms'], 'id' | 'settled_at'>;

/** False when the same alert already exists. */
export async function raise(tx: Db, alert: NewAlert): Promise<boolean> {
  const inserted = await insertAlert(tx, alert)
    .onConflict((conflict) => conflict.columns(['payment_id', 'what']).doNothing())
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Like `raise`, but reopens the alert if it was resolved. */
export async function raiseAgain(tx: Db, alert: NewAlert): Promise<boolean> {
  const raised = await insertAlert(tx, alert)
    .onConflict((conflict) =>
      conflict
        .columns(['payment_id', 'what'])
        .doUpdateSet({ at: alert.at, settled_at: null })
        .where('payment_alarms.settled_at', 'is not', null),
    )
    .executeTakeFirst();
  return raised !== undefined;
}

const insertAlert = (tx: Db, alert: NewAlert) =>
  tx
    .insertInto('payment_alarms')
    .values({ ...alert, settled_at: null })
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

/** Undefined if it was already resolved or does not exist. */
export function resolve(tx: Db, id: number, settled_at: string) {
  return tx
    .updateTable('payment_alarms')
    .set({ settled_at })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}
