import type { Db } from '#server/database/schema.ts';

type Checked = 'payment_attempts' | 'refunds';
type Lease = { now: string; until: string };

export async function listDue(db: Db, table: Checked, now: string): Promise<number[]> {
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('next_check_at', '<=', now)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now)]))
    .orderBy('next_check_at')
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Undefined when another instance has it in hand. */
export function leaseAttempt(tx: Db, id: number, { now, until }: Lease) {
  return tx
    .updateTable('payment_attempts')
    .set((row) => ({ leased_until: until, checks: row('checks', '+', 1) }))
    .where('id', '=', id)
    .where('next_check_at', '<=', now)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now)]))
    .returning(['id', 'order_id', 'key', 'state', 'provider', 'payment_id', 'checks'])
    .executeTakeFirst();
}

export function leaseRefund(tx: Db, id: number, { now, until }: Lease) {
  return tx
    .updateTable('refunds')
    .set((row) => ({ leased_until: until, checks: row('checks', '+', 1) }))
    .where('id', '=', id)
    .where('next_check_at', '<=', now)
    .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', now)]))
    .returning(['order_id', 'state', 'refund_id', 'checks'])
    .executeTakeFirst();
}

/** Unless it was settled meanwhile. */
export async function scheduleCheck(tx: Db, table: Checked, id: number, next_check_at: string): Promise<void> {
  await tx
    .updateTable(table)
    .set({ next_check_at, leased_until: null })
    .where('id', '=', id)
    .where('next_check_at', 'is not', null)
    .execute();
}

/** A payment of which the provider speaks: its attempt, or the refund that is on its way. */
export async function checkNow(tx: Db, payment_id: string, now: string): Promise<void> {
  await tx
    .updateTable('payment_attempts')
    .set({ next_check_at: now })
    .where('payment_id', '=', payment_id)
    .where('state', '=', 'approved')
    .execute();
  await tx
    .updateTable('refunds')
    .set({ next_check_at: now })
    .where('order_id', 'in', tx.selectFrom('orders').select('id').where('payment_id', '=', payment_id))
    .where('next_check_at', 'is not', null)
    .execute();
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

/** Orders whose money we believe to have, placed in that time. */
export function listCaptured(db: Db, { provider, from, to }: { provider: string; from: string; to: string }) {
  return db
    .selectFrom('orders')
    .innerJoin('payment_attempts', 'payment_attempts.order_id', 'orders.id')
    .select(['orders.id', 'orders.payment_id'])
    .where('payment_attempts.state', '=', 'captured')
    .where('payment_attempts.provider', '=', provider)
    .where('orders.created_at', '>=', from)
    .where('orders.created_at', '<=', to)
    .execute();
}

/** True for the one instance whose turn it is; the next turn is at `next`. */
export async function claimTurn(tx: Db, name: string, { now, next }: { now: string; next: string }): Promise<boolean> {
  await tx
    .insertInto('shop_facts')
    .values({ name, value: '' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const taken = await tx
    .updateTable('shop_facts')
    .set({ value: next })
    .where('name', '=', name)
    .where('value', '<=', now)
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Since when the provider's list has to be gone through, after a backup was brought back. */
export async function findSweepStart(db: Db): Promise<string | undefined> {
  const getOrCreateFact = await db
    .selectFrom('shop_facts')
    .select('value')
    .where('name', '=', SWEEP_FROM)
    .executeTakeFirst();
  return getOrCreateFact?.value;
}

export async function clearSweepStart(tx: Db, value: string): Promise<void> {
  await tx.deleteFrom('shop_facts').where('name', '=', SWEEP_FROM).where('value', '=', value).execute();
}

const SWEEP_FROM = 'sweep from';

export async function recordEvent(tx: Db, event_id: string, at: string): Promise<boolean> {
  const remembered = await tx
    .insertInto('webhook_events')
    .values({ event_id, at })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return remembered !== undefined;
}

export async function removeOldEvents(tx: Db, before: string): Promise<void> {
  await tx.deleteFrom('webhook_events').where('at', '<', before).execute();
}

/** Made once for this shop: it marks what is ours at the card provider. */
export async function fact(tx: Db, name: string, made: string): Promise<string> {
  await tx
    .insertInto('shop_facts')
    .values({ name, value: made })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await tx
    .selectFrom('shop_facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
