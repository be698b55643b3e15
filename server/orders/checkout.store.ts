// The rows of a checkout. Every step from one state to the next is a guarded update: who comes second changes nothing.
import type { Db, StoredStatus, Tables } from '../database/schema.ts';
import * as words from './order-words.store.ts';
import { shownStatus } from './orders.store.ts';
import * as totals from './totals.store.ts';

const columns = [
  'id',
  'view_key',
  'status',
  'payment_id',
  'name',
  'email',
  'address',
  'phone',
  'location_option',
  'pounds',
  'amount_cents',
  'failure',
  'failure_status',
  'created_at',
] as const;

export type CheckoutOrder = Pick<Tables['orders'], Exclude<(typeof columns)[number], 'id'>> & { id: number };

export type NewOrder = Omit<CheckoutOrder, 'id' | 'status' | 'payment_id' | 'failure' | 'failure_status'> & {
  checkout_key: string;
  account_id: number | null;
};

/** Undefined when this checkout has its order already. */
export async function insertOrder(tx: Db, order: NewOrder): Promise<number | undefined> {
  const made = await tx
    .insertInto('orders')
    .values({ ...order, status: 'pending' })
    .onConflict((conflict) => conflict.column('checkout_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  await totals.count(tx, { ...order, id: made.id }, { from: undefined, to: 'pending', lines: async () => [] });
  await words.file(tx, { ...order, id: made.id, status: 'pending', payment_id: null });
  return made.id;
}

export function findByCheckout(db: Db, checkout_key: string): Promise<CheckoutOrder | undefined> {
  return db.selectFrom('orders').select(columns).where('checkout_key', '=', checkout_key).executeTakeFirst();
}

export function find(db: Db, id: number): Promise<CheckoutOrder | undefined> {
  return db.selectFrom('orders').select(columns).where('id', '=', id).executeTakeFirst();
}

export function findByPayment(db: Db, payment_id: string): Promise<CheckoutOrder | undefined> {
  return db.selectFrom('orders').select(columns).where('payment_id', '=', payment_id).executeTakeFirst();
}

export function productsFor(db: Db, ids: number[]) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'stock'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/** The lots that products are sold from, by product. Asked when their pounds are held: until then it may change. */
export async function currentLots(tx: Db, productIds: number[]): Promise<Map<number, number>> {
  const lots = await tx
    .selectFrom('lots')
    .select(['id', 'product_id'])
    .where('product_id', 'in', productIds)
    .where('current_since', 'is not', null)
    .execute();
  return new Map(lots.map(({ id, product_id }) => [product_id, id]));
}

export async function insertLines(tx: Db, lines: Tables['order_lines'][]): Promise<void> {
  await tx.insertInto('order_lines').values(lines).execute();
}

export function linesOf(db: Db, order_id: number) {
  return db
    .selectFrom('order_lines')
    .leftJoin('lots', 'lots.id', 'order_lines.lot_id')
    .select(['order_lines.product_id', 'order_lines.name', 'order_lines.price_cents', 'order_lines.pounds'])
    .select(['lots.id as lot_id', 'lots.number as lot_number', 'lots.certificate as lot_certificate'])
    .where('order_lines.order_id', '=', order_id)
    .orderBy('order_lines.product_id')
    .execute();
}

type Event = { order_id: number; status: StoredStatus; at: string; account_id?: number | null; note?: string | null };

export async function insertEvent(tx: Db, event: Event): Promise<void> {
  await tx
    .insertInto('order_events')
    .values({ account_id: null, note: null, ...event })
    .execute();
}

type NewAttempt = { order_id: number; key: string; provider: string; created_at: string; next_check_at: string };

export async function insertAttempt(tx: Db, attempt: NewAttempt): Promise<void> {
  await tx
    .insertInto('payment_attempts')
    .values({ ...attempt, state: 'open' })
    .execute();
}

type Move = {
  id: number;
  from: readonly StoredStatus[];
  to: StoredStatus;
  set?: Partial<Pick<Tables['orders'], 'payment_id' | 'card' | 'failure' | 'failure_status'>>;
};

/** The order as it is after the move; undefined when it was not where the move starts. Every move keeps totals and words. */
export async function move(tx: Db, wanted: Move): Promise<(CheckoutOrder & { was: StoredStatus }) | undefined> {
  const { id, from, to, set = {} } = wanted;
  const before = await tx.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst();
  if (!before || !from.includes(before.status)) return undefined;
  const order = await tx
    .updateTable('orders')
    .set({ status: to, ...set })
    .where('id', '=', id)
    .where('status', '=', before.status)
    .returning(columns)
    .executeTakeFirst();
  // Somebody else moved it between the look and the update: look again.
  if (!order) return move(tx, wanted);
  await totals.count(tx, order, { from: before.status, to, lines: () => linesOf(tx, id) });
  const [was, is] = [shownStatus(before.status), shownStatus(to)];
  await words.refile(tx, { id, from: was, to: is, payment_id: set.payment_id ?? null });
  return { ...order, was: before.status };
}

/** The order was given up while its payment may be open: it is voided at the next look. */
export async function checkNow(tx: Db, order_id: number, now: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ next_check_at: now })
    .where('order_id', '=', order_id)
    .where('state', '=', 'open')
    .execute();
}

type AttemptState = Tables['payment_attempts']['state'];

export async function moveAttempt(
  tx: Db,
  order_id: number,
  to: { state: AttemptState; payment_id?: string; next_check_at: string | null },
): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ ...to, leased_until: null })
    .where('order_id', '=', order_id)
    .where('state', 'in', ['open', 'approved'])
    .execute();
}
