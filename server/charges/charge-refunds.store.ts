// Refunds to the card. One of a charge is on its way at a time.
import { type Insertable, sql } from 'kysely';
import type { Db, Tables } from '#server/database/schema.ts';
import type { Charge } from './charges.store.ts';

export type RefundLine = { product_id: number; pounds: number };
export type NewRefund = Omit<Insertable<Tables['charge_refunds']>, 'state' | 'lines'> & {
  lines?: RefundLine[] | undefined;
};

/** Undefined if one is on its way. */
export async function open(tx: Db, { lines = [], ...refund }: NewRefund): Promise<number | undefined> {
  const opened = await tx
    .insertInto('charge_refunds')
    .values({ ...refund, lines: JSON.stringify(lines), state: 'open' })
    .onConflict((conflict) => conflict.column('charge_id').where('state', '=', sql.lit('open')).doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened?.id;
}

const columns = [
  'id',
  'charge_id',
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

const select = (db: Db) =>
  db.selectFrom('charge_refunds as refund').select(columns.map((column) => `refund.${column}` as const));

const parse = <T extends { lines: string }>({ lines, ...row }: T) => {
  const parsed: RefundLine[] = JSON.parse(lines);
  return { ...row, lines: parsed };
};
export type RefundRow = NonNullable<Awaited<ReturnType<typeof find>>>;

export async function find(db: Db, id: number) {
  const row = await select(db).where('refund.id', '=', id).executeTakeFirst();
  return row && parse(row);
}

/** A key counts for its endpoint, and each gives back charges of its own kind. */
export async function findByRequest(db: Db, purpose: Charge['purpose'], request_key: string) {
  const row = await select(db)
    .innerJoin('charges', 'charges.id', 'refund.charge_id')
    .where('request_key', '=', request_key)
    .where('charges.purpose', '=', purpose)
    .executeTakeFirst();
  return row && parse(row);
}

/** Of the charges that paid for the orders themselves. Oldest first. */
export async function listByOrders(db: Db, order_ids: number[]) {
  const rows = await select(db)
    .innerJoin('charges', 'charges.id', 'refund.charge_id')
    .select('charges.order_id')
    .where('charges.order_id', 'in', order_ids)
    .where('charges.purpose', '=', 'order')
    .orderBy('refund.id')
    .execute();
  return rows.map(parse);
}

/** The other refunds of its charge. */
export function listOthers(db: Db, { charge_id, id }: { charge_id: number; id: number }) {
  return db
    .selectFrom('charge_refunds')
    .select(['id', 'state', 'refund_id', 'amount_cents'])
    .where('charge_id', '=', charge_id)
    .where('id', '<>', id)
    .execute();
}

export async function isOpen(db: Db, charge_id: number): Promise<boolean> {
  const open = await select(db).where('charge_id', '=', charge_id).where('state', '=', 'open').executeTakeFirst();
  return open !== undefined;
}

/** What is given back of a charge, or on its way. */
export async function refundedCents(db: Db, charge_id: number): Promise<number> {
  const { cents } = await db
    .selectFrom('charge_refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_cents'), sql<number>`0`).as('cents'))
    .where('charge_id', '=', charge_id)
    .where('state', 'in', ['open', 'done'])
    .executeTakeFirstOrThrow();
  return Number(cents);
}

/** False if it was closed already; or, of a refused one that was made after all, if that is known already. */
export async function setDone(
  tx: Db,
  id: number,
  made: { refund_id: string | null; next_check_at: string | null; done_at: string },
  from: 'open' | 'refused' = 'open',
): Promise<boolean> {
  const closed = await tx
    .updateTable('charge_refunds')
    .set({ ...made, state: 'done', leased_until: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** False if it was closed already, or another process has asked since it was read: that one may have made it. */
export async function setRefused(
  tx: Db,
  { id, key, checks }: Pick<RefundRow, 'id' | 'key' | 'checks'>,
  refusal: string,
): Promise<boolean> {
  const closed = await tx
    .updateTable('charge_refunds')
    .set({ state: 'refused', refusal, next_check_at: null, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('key', '=', key)
    .where('checks', '=', checks)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** Asks again for a refused one, with a key of its own. False if it is not refused, or another is on its way. */
export async function reopen(tx: Db, id: number, again: { key: string; next_check_at: string }): Promise<boolean> {
  const reopened = await tx
    .updateTable('charge_refunds')
    .set({ ...again, state: 'open', refusal: null, checks: 0 })
    .where('id', '=', id)
    .where('state', '=', 'refused')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('charge_refunds as other')
            .select('other.id')
            .whereRef('other.charge_id', '=', 'charge_refunds.charge_id')
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
  const settled = { next_check_at: null, leased_until: null };
  await tx.updateTable('charge_refunds').set(settled).where('id', '=', id).execute();
}

/** For a payment that a webhook mentions: its refund, if one is pending. */
export async function checkPaymentNow(tx: Db, payment_id: string, now: string): Promise<void> {
  await tx
    .updateTable('charge_refunds')
    .set({ next_check_at: now })
    .where('charge_id', 'in', tx.selectFrom('charges').select('id').where('payment_id', '=', payment_id))
    .where('next_check_at', 'is not', null)
    .execute();
}
