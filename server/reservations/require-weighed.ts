import type { Db } from '#server/database/schema.ts';
import { conflict } from '#server/http-errors.ts';
import { findByOrder } from './reservations.store.ts';

/** Refuses an order whose hops are still to be harvested. */
export async function requireNotReserved(tx: Db, order_id: number): Promise<void> {
  if ((await findByOrder(tx, order_id))?.state === 'held')
    throw conflict('These hops are reserved and not weighed yet. Enter their weight at the harvest first.');
}
