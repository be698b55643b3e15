// What the card provider keeps of each payment, as its list says.
import type { Insertable } from 'kysely';
import type { Db, Tables } from '#server/database/schema.ts';

/** The fee of each payment so far. */
export async function listTotals(db: Db, paymentIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('card_fees')
    .select(({ fn }) => ['payment_id', fn.sum<number>('amount_cents').as('cents')])
    .where('payment_id', 'in', paymentIds)
    .groupBy('payment_id')
    .execute();
  return new Map(rows.map(({ payment_id, cents }) => [payment_id, Number(cents)]));
}

/** Does nothing if another instance wrote this change. */
export async function insert(tx: Db, fee: Insertable<Tables['card_fees']>): Promise<void> {
  await tx
    .insertInto('card_fees')
    .values(fee)
    .onConflict((conflict) => conflict.columns(['payment_id', 'total_cents']).doNothing())
    .execute();
}
