// Charges: one row per charge, written before the provider hears of it, so that a crash can be cleaned up.
import { preparedQuery } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';

type Row = Tables['charges'];
export type ChargeState = Row['state'];

const columns = [
  'id',
  'purpose',
  'order_id',
  'invoice_number',
  'checkout_key',
  'reference',
  'key',
  'provider',
  'state',
  'amount_cents',
  'payment_id',
  'card',
  'failure',
  'failure_status',
  'checks',
  'created_at',
] as const;

export type Charge = Omit<Pick<Row, (typeof columns)[number]>, 'id' | 'amount_cents' | 'checks'> & {
  id: number;
  amount_cents: number;
  checks: number;
};
export type NewCharge = Pick<
  Row,
  'purpose' | 'order_id' | 'invoice_number' | 'checkout_key' | 'reference' | 'key' | 'provider' | 'created_at'
> & { amount_cents: number; next_check_at: string };

const insertOpen = preparedQuery((db, charge: NewCharge) =>
  db
    .insertInto('charges')
    .values({ ...charge, state: 'open' })
    .returning(columns),
);

export async function insert(tx: Db, charge: NewCharge): Promise<Charge> {
  const [inserted] = await insertOpen(tx, charge);
  if (!inserted) throw new Error('The charge was not written.');
  return inserted;
}

type Set = Partial<Pick<Row, 'payment_id' | 'card' | 'failure' | 'failure_status'>> & { next_check_at: string | null };
type Move = Set & { id: number; from: ChargeState; to: ChargeState };

const update = preparedQuery((db, { id, from, to, ...set }: Move) =>
  db
    .updateTable('charges')
    .set({ ...set, state: to, leased_until: null })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id'),
);

/** False if it is in another state by now. */
export async function move(tx: Db, change: Move): Promise<boolean> {
  return (await update(tx, change)).length > 0;
}

/** What is paid for is gone: the reconciler voids an open charge on its next run, and the payer hears why. */
export async function giveUp(
  tx: Db,
  order_id: number,
  { text, status }: { text: string; status: number },
  now: string,
): Promise<void> {
  await tx
    .updateTable('charges')
    .set({ next_check_at: now, failure: text, failure_status: status })
    .where('order_id', '=', order_id)
    .where('purpose', '=', 'order')
    .where('state', '=', 'open')
    .execute();
}

/** For a payment that a webhook mentions. */
export async function checkPaymentNow(tx: Db, payment_id: string, now: string): Promise<void> {
  await tx
    .updateTable('charges')
    .set({ next_check_at: now })
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'approved')
    .execute();
}

const select = (db: Db) => db.selectFrom('charges').select(columns);

export function find(db: Db, id: number): Promise<Charge | undefined> {
  return select(db).where('id', '=', id).executeTakeFirst();
}

export function findByCheckoutKey(db: Db, checkout_key: string): Promise<Charge | undefined> {
  return select(db).where('checkout_key', '=', checkout_key).executeTakeFirst();
}

export function findByReference(db: Db, reference: string): Promise<Charge | undefined> {
  return select(db).where('reference', '=', reference).executeTakeFirst();
}

export function findByPaymentId(db: Db, payment_id: string): Promise<Charge | undefined> {
  return select(db).where('payment_id', '=', payment_id).executeTakeFirst();
}

/** The payment of an invoice that is on its way, if there is one. */
export function findLiveOfInvoice(db: Db, invoice_number: number): Promise<Charge | undefined> {
  return select(db)
    .where('invoice_number', '=', invoice_number)
    .where('state', 'in', ['open', 'approved'])
    .executeTakeFirst();
}

/** What was taken from the card for an order itself. */
export async function findCapture(db: Db, order_id: number): Promise<Charge | undefined> {
  return (await listCaptures(db, [order_id]))[0];
}

export function listCaptures(db: Db, order_ids: number[]): Promise<Charge[]> {
  return select(db)
    .where('order_id', 'in', order_ids)
    .where('purpose', '=', 'order')
    .where('state', '=', 'captured')
    .execute();
}

/** Begun in this period, and captured as far as we know. */
export function listCaptured(db: Db, { provider, from, to }: { provider: string; from: string; to: string }) {
  return db
    .selectFrom('charges')
    .select(['order_id', 'payment_id'])
    .where('state', '=', 'captured')
    .where('provider', '=', provider)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .execute();
}
