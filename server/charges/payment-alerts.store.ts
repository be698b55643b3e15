import type { Db, Tables } from '#server/database/schema.ts';

const columns = ['id', 'at', 'payment_id', 'order_id', 'what'] as const;

type NewAlert = Omit<Tables['payment_alerts'], 'id' | 'resolved_at'>;

/** False if the same alert was raised before. */
export async function raise(tx: Db, alert: NewAlert): Promise<boolean> {
  const inserted = await insertAlert(tx, alert)
    .onConflict((conflict) => conflict.columns(['payment_id', 'what']).doNothing())
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Like `raise`, but reopens an alert that was resolved. */
export async function raiseAgain(tx: Db, alert: NewAlert): Promise<boolean> {
  const inserted = await insertAlert(tx, alert)
    .onConflict((conflict) =>
      conflict
        .columns(['payment_id', 'what'])
        .doUpdateSet({ at: alert.at, resolved_at: null })
        .where('payment_alerts.resolved_at', 'is not', null),
    )
    .executeTakeFirst();
  return inserted !== undefined;
}

const insertAlert = (tx: Db, alert: NewAlert) =>
  tx
    .insertInto('payment_alerts')
    .values({ ...alert, resolved_at: null })
    .returning('id');

/** What it says is over by itself. It may be raised again. */
export async function withdraw(tx: Db, { payment_id, what }: Pick<NewAlert, 'payment_id' | 'what'>): Promise<void> {
  await tx.deleteFrom('payment_alerts').where('payment_id', '=', payment_id).where('what', '=', what).execute();
}

export function listOpen(db: Db) {
  return db
    .selectFrom('payment_alerts')
    .select(columns)
    .where('resolved_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute();
}

export function find(db: Db, id: number) {
  return db.selectFrom('payment_alerts').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Undefined if there is no such open alert. */
export function resolve(tx: Db, id: number, resolved_at: string) {
  return tx
    .updateTable('payment_alerts')
    .set({ resolved_at })
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}
