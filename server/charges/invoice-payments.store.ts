// Card payments of invoices: one row per charge, written before the provider hears of it, so that a crash can be cleaned up.
import { sql } from 'kysely';
import type { Db, Tables } from '#server/database/schema.ts';

type Row = Tables['invoice_payments'];
type NewPayment = Pick<
  Row,
  'invoice_number' | 'checkout_key' | 'amount_cents' | 'key' | 'provider' | 'created_at' | 'next_check_at'
>;
export type InvoicePayment = Omit<Row, 'id' | 'checks' | 'leased_until'> & {
  id: number;
  checks: number;
  /** The order that the invoice is for. */
  order_id: number;
  customer_id: number;
};

const live = ['open', 'approved'] as const;

export async function insert(tx: Db, payment: NewPayment): Promise<number> {
  const { id } = await tx
    .insertInto('invoice_payments')
    .values({ ...payment, state: 'open' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const select = (db: Db) =>
  db
    .selectFrom('invoice_payments')
    .innerJoin('invoices', 'invoices.number', 'invoice_payments.invoice_number')
    .selectAll('invoice_payments')
    .select(['invoices.order_id', 'invoices.customer_id']);

export function find(db: Db, id: number): Promise<InvoicePayment | undefined> {
  return select(db).where('invoice_payments.id', '=', id).executeTakeFirst();
}

/** Locks it until the commit. */
export async function lock(tx: Db, id: number): Promise<InvoicePayment | undefined> {
  await tx.updateTable('invoice_payments').set({ state: sql`state` }).where('id', '=', id).execute();
  return find(tx, id);
}

export function findByCheckoutKey(db: Db, checkout_key: string): Promise<InvoicePayment | undefined> {
  return select(db).where('checkout_key', '=', checkout_key).executeTakeFirst();
}

export function findByPaymentId(db: Db, payment_id: string): Promise<InvoicePayment | undefined> {
  return select(db).where('payment_id', '=', payment_id).executeTakeFirst();
}

/** The one that is on its way, if there is one. */
export function findLive(db: Db, invoice_number: number) {
  return db
    .selectFrom('invoice_payments')
    .select('id')
    .where('invoice_number', '=', invoice_number)
    .where('state', 'in', live)
    .executeTakeFirst();
}

type Change = Partial<Pick<Row, 'payment_id' | 'card' | 'failure' | 'failure_status' | 'next_check_at'>>;

/** False if it is in another state by now. */
export async function move(
  tx: Db,
  id: number,
  { from, to, ...set }: Change & { from: Row['state']; to: Row['state'] },
): Promise<boolean> {
  const moved = await tx
    .updateTable('invoice_payments')
    .set({ ...set, state: to, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** For a payment that a webhook mentions. */
export async function checkPaymentNow(tx: Db, payment_id: string, now: string): Promise<void> {
  await tx
    .updateTable('invoice_payments')
    .set({ next_check_at: now })
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'approved')
    .execute();
}

/** Payments begun in this period that we believe are captured. */
export function listCaptured(db: Db, { provider, from, to }: { provider: string; from: string; to: string }) {
  return db
    .selectFrom('invoice_payments')
    .innerJoin('invoices', 'invoices.number', 'invoice_payments.invoice_number')
    .select(['invoices.order_id', 'invoice_payments.payment_id'])
    .where('state', '=', 'captured')
    .where('provider', '=', provider)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .execute();
}
