// Payment attempts: one row per charge, written before the provider hears of it, so that a crash can be cleaned up.
import { preparedQuery, preparedWrite } from '#server/database/prepared-queries.ts';
import type { Db, Tables } from '#server/database/schema.ts';

type NewAttempt = {
  order_id: number;
  key: string;
  provider: string;
  amount_cents: number;
  created_at: string;
  next_check_at: string;
};

export const insertAttempt = preparedWrite((db, attempt: NewAttempt) =>
  db.insertInto('payment_attempts').values({ ...attempt, state: 'open' }),
);

type State = Tables['payment_attempts']['state'];
type Move = { order_id: number; from: State; to: State; payment_id?: string; next_check_at: string | null };

const move = preparedQuery((db, { order_id, from, to, ...set }: Move) =>
  db
    .updateTable('payment_attempts')
    .set({ ...set, state: to, leased_until: null })
    .where('order_id', '=', order_id)
    .where('state', '=', from)
    .returning('id'),
);

/** Before its order. False if it is in another state by now. */
export async function moveAttempt(tx: Db, attempt: Move): Promise<boolean> {
  return (await move(tx, attempt)).length > 0;
}

/** For an order that was canceled while its payment may be open: the reconciler voids it on its next run. */
export async function checkOrderNow(tx: Db, order_id: number, now: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ next_check_at: now })
    .where('order_id', '=', order_id)
    .where('state', '=', 'open')
    .execute();
}

/** For a payment that a webhook mentions. */
export async function checkPaymentNow(tx: Db, payment_id: string, now: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ next_check_at: now })
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'approved')
    .execute();
}

export function find(db: Db, id: number) {
  return db
    .selectFrom('payment_attempts')
    .select(['id', 'order_id', 'key', 'state', 'provider', 'payment_id', 'checks'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function hasLiveAttempt(db: Db, order_id: number): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', order_id)
    .where('state', 'in', ['open', 'approved'])
    .executeTakeFirst();
  return attempt !== undefined;
}

/** What was taken from the card, and by which provider. */
export async function findCapture(db: Db, order_id: number) {
  return (await listCaptures(db, [order_id]))[0];
}

export function listCaptures(db: Db, order_ids: number[]) {
  return db
    .selectFrom('payment_attempts')
    .select(['order_id', 'provider', 'amount_cents'])
    .where('order_id', 'in', order_ids)
    .where('state', '=', 'captured')
    .execute();
}

/** The provider that captured an order's payment. */
export async function capturingProvider(db: Db, order_id: number): Promise<string | undefined> {
  return (await findCapture(db, order_id))?.provider;
}

/** Orders placed in this period whose payment we believe is captured. */
export function listCaptured(db: Db, { provider, from, to }: { provider: string; from: string; to: string }) {
  return db
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select(['orders.id as order_id', 'orders.payment_id'])
    .where('payment_attempts.state', '=', 'captured')
    .where('payment_attempts.provider', '=', provider)
    .where('orders.created_at', '>=', from)
    .where('orders.created_at', '<=', to)
    .execute();
}
