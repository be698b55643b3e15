import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

type NewRefund = {
  order_id: number;
  key: string;
  amount_cents: number;
  account_id: number;
  reason: string | null;
  created_at: string;
  next_check_at: string;
};

/** False if one is on its way. */
export async function open(tx: Db, refund: NewRefund): Promise<boolean> {
  const opened = await tx
    .insertInto('refunds')
    .values({ ...refund, state: 'open', ends_order: 1, restock: 1 })
    .onConflict((conflict) => conflict.column('order_id').where('state', '=', sql.lit('open')).doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
}

export function find(db: Db, id: number) {
  return db
    .selectFrom('refunds')
    .select(['order_id', 'state', 'refund_id', 'checks'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findOpen(db: Db, order_id: number) {
  return db
    .selectFrom('refunds')
    .select(['id', 'key', 'amount_cents', 'account_id', 'reason'])
    .where('order_id', '=', order_id)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

/** False if it was closed already. */
export async function close(
  tx: Db,
  id: number,
  to: { state: 'done'; refund_id: string; next_check_at: string | null } | { state: 'refused'; next_check_at: null },
): Promise<boolean> {
  const closed = await tx
    .updateTable('refunds')
    .set({ ...to, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** The provider's answer is final. */
export async function stopChecking(tx: Db, id: number): Promise<void> {
  await tx.updateTable('refunds').set({ next_check_at: null, leased_until: null }).where('id', '=', id).execute();
}
