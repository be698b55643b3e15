// Refunds to the card. One of an order is on its way at a time.
import { type Insertable, sql } from 'kysely';
import type { Db, Tables } from '#server/database/schema.ts';

export type RefundLine = { product_id: number; pounds: number };
type NewRefund = Omit<Insertable<Tables['refunds']>, 'state' | 'lines'> & { lines?: RefundLine[] };

/** Undefined if one is on its way. */
export async function open(tx: Db, { lines = [], ...refund }: NewRefund): Promise<number | undefined> {
  const opened = await tx
    .insertInto('refunds')
    .values({ ...refund, lines: JSON.stringify(lines), state: 'open' })
    .onConflict((conflict) => conflict.column('order_id').where('state', '=', sql.lit('open')).doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened?.id;
}

const columns = [
  'id',
  'order_id',
  'key',
  'amount_cents',
  'state',
  'ends_order',
  'change_id',
  'lines',
  'restock',
  'refund_id',
  'refusal',
  'account_id',
  'reason',
  'checks',
  'created_at',
  'request_key',
] as const;

const parse = <T extends { lines: string }>({ lines, ...row }: T) => {
  const parsed: RefundLine[] = JSON.parse(lines);
  return { ...row, lines: parsed };
};
export type RefundRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function find(db: Db, id: number) {
  const row = await db.selectFrom('refunds').select(columns).where('id', '=', id).executeTakeFirst();
  return row && parse(row);
}

export async function findByRequest(db: Db, request_key: string) {
  const row = await db.selectFrom('refunds').select(columns).where('request_key', '=', request_key).executeTakeFirst();
  return row && parse(row);
}

/** Oldest first. */
export async function listByOrders(db: Db, order_ids: number[]) {
  const rows = await db
    .selectFrom('refunds')
    .select(columns)
    .where('order_id', 'in', order_ids)
    .orderBy('id')
    .execute();
  return rows.map(parse);
}

/** The other refunds of its order. */
export async function listOthers(db: Db, { order_id, id }: { order_id: number; id: number }) {
  return (await listByOrders(db, [order_id])).filter((refund) => refund.id !== id);
}

/** What is given back or on its way. */
export async function refundedCents(db: Db, order_id: number): Promise<number> {
  const { cents } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_cents'), sql<number>`0`).as('cents'))
    .where('order_id', '=', order_id)
    .where('state', 'in', ['open', 'done'])
    .executeTakeFirstOrThrow();
  return Number(cents);
}

/** False if it was closed already, or if another process has asked since it was read: that one may have made it. */
export async function refuse(tx: Db, { id, checks }: RefundRow, refusal: string): Promise<boolean> {
  const refused = await tx
    .updateTable('refunds')
    .set({ state: 'refused', refusal, next_check_at: null, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('checks', '=', checks)
    .returning('id')
    .executeTakeFirst();
  return refused !== undefined;
}

/** False if it was closed already; or, of a refused one that was made after all, if that is known already. */
export async function close(
  tx: Db,
  id: number,
  to: { state: 'done'; refund_id: string | null; next_check_at: string | null; done_at: string },
  from: 'open' | 'refused' = 'open',
): Promise<boolean> {
  const closed = await tx
    .updateTable('refunds')
    .set({ ...to, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** Asks again for a refused one, with a key of its own. False if it is not refused, or another is on its way. */
export async function reopen(tx: Db, id: number, again: { key: string; next_check_at: string }): Promise<boolean> {
  const reopened = await tx
    .updateTable('refunds')
    .set({ ...again, state: 'open', refusal: null, checks: 0 })
    .where('id', '=', id)
    .where('state', '=', 'refused')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds as other')
            .select('other.id')
            .whereRef('other.order_id', '=', 'refunds.order_id')
            .where('other.state', '=', 'open'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return reopened !== undefined;
}

/** The provider's answer is final. */
export async function stopChecking(tx: Db, id: number): Promise<void> {
  await tx.updateTable('refunds').set({ next_check_at: null, leased_until: null }).where('id', '=', id).execute();
}

/** For a payment that a webhook mentions: its refund, if one is pending. */
export async function checkPaymentNow(tx: Db, payment_id: string, now: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ next_check_at: now })
    .where('order_id', 'in', tx.selectFrom('orders').select('id').where('payment_id', '=', payment_id))
    .where('next_check_at', 'is not', null)
    .execute();
}
