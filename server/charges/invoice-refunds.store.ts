// Refunds to cards that paid invoices. One of a payment is on its way at a time.
import { type Insertable, sql } from 'kysely';
import type { Db, Tables } from '#server/database/schema.ts';

type NewRefund = Omit<Insertable<Tables['invoice_refunds']>, 'state'>;
export type InvoiceRefund = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The customer must be locked, and no refund of the payment be on its way. */
export async function open(tx: Db, refund: NewRefund): Promise<number> {
  const { id } = await tx
    .insertInto('invoice_refunds')
    .values({ ...refund, state: 'open' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What is on its way to the cards of a customer, of each payment. */
export function listOpen(db: Db, customer_id: number) {
  return db
    .selectFrom('invoice_refunds')
    .select(['invoice_payment_id', 'amount_cents'])
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'open')
    .execute();
}

export function find(db: Db, id: number) {
  return db.selectFrom('invoice_refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export function findByRequest(db: Db, request_key: string) {
  return db.selectFrom('invoice_refunds').selectAll().where('request_key', '=', request_key).executeTakeFirst();
}

/** The other refunds of its payment. */
export function listOthers(db: Db, { invoice_payment_id, id }: { invoice_payment_id: number; id: number }) {
  return db
    .selectFrom('invoice_refunds')
    .select(['id', 'state', 'refund_id', 'amount_cents'])
    .where('invoice_payment_id', '=', invoice_payment_id)
    .where('id', '<>', id)
    .execute();
}

/** What was given back of a payment, or is on its way. */
export async function refundedCents(db: Db, invoice_payment_id: number): Promise<number> {
  const { cents } = await db
    .selectFrom('invoice_refunds')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('amount_cents'), sql<number>`0`).as('cents'))
    .where('invoice_payment_id', '=', invoice_payment_id)
    .where('state', 'in', ['open', 'done'])
    .executeTakeFirstOrThrow();
  return Number(cents);
}

/** False if it was closed already, or if another process has asked since it was read: that one may have made it. */
export async function refuse(tx: Db, { id, checks }: InvoiceRefund, refusal: string): Promise<boolean> {
  const refused = await tx
    .updateTable('invoice_refunds')
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
  to: { state: 'done'; refund_id: string | null; next_check_at: string | null },
  from: 'open' | 'refused' = 'open',
): Promise<boolean> {
  const closed = await tx
    .updateTable('invoice_refunds')
    .set({ ...to, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** The provider's answer is final. */
export async function stopChecking(tx: Db, id: number): Promise<void> {
  const settled = { next_check_at: null, leased_until: null };
  await tx.updateTable('invoice_refunds').set(settled).where('id', '=', id).execute();
}
