import type { Db } from '#server/database/schema.ts';
import { giveBack } from '#server/harvests/harvest-pounds.store.ts';
import { release } from './reservations.store.ts';

/** Gives back what an order that has ended holds of a harvest. */
export async function releaseReserved(tx: Db, order_id: number): Promise<void> {
  const reserved = await release(tx, order_id);
  if (reserved) await giveBack(tx, reserved);
}
