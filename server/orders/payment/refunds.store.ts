import type { Db } from '#server/database/schema.ts';

type NewRefund = {
  order_id: number;
  key: string;
  amount_cents: number;
  account_id: number;
  created_at: string;
  next_check_at: string;
};

/** An order is refunded once: a second row for it is not made. A refused one may be tried again. */
export async function open(tx: Db, refund: NewRefund): Promise<boolean> {
  const made = await tx
    .insertInto('refunds')
    .values({ ...refund, state: 'open' })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({
          state: 'open',
          key: refund.key,
          next_check_at: refund.next_check_at,
          account_id: refund.account_id,
        })
        .where('refunds.state', '=', 'refused'),
    )
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

const columns = ['id', 'order_id', 'key', 'amount_cents', 'account_id', 'checks'] as const;

export function findOpen(db: Db, order_id: number) {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('order_id', '=', order_id)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

/** False when it was settled already. */
export async function close(
  tx: Db,
  id: number,
  to: { state: 'done'; refund_id: string; next_check_at: string | null } | { state: 'refused'; next_check_at: null },
): Promise<boolean> {
  const settled = await tx
    .updateTable('refunds')
    .set({ ...to, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** The provider has said its last word on it. */
export async function stopChecking(tx: Db, id: number): Promise<void> {
  await tx.updateTable('refunds').set({ next_check_at: null, leased_until: null }).where('id', '=', id).execute();
}
