// The only code that changes how many pounds of a harvest are reserved. Each change is a guarded statement, which locks the
// harvest, then its day: what is reserved never exceeds the harvest, nor what can be picked up on a day.
import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

/** What a buyer was offered. A harvest that changed in the meantime is not held. */
type Offer = { harvest_id: number; price_cents: number; deposit_percent: number };
type Pounds = { pounds: number; day_id: number | null };

/** False when there are not that many left, or the offer has changed: then roll back. */
export async function hold(
  tx: Db,
  { harvest_id, price_cents, deposit_percent, day_id, pounds }: Offer & Pounds,
): Promise<boolean> {
  const held = await tx
    .updateTable('harvests')
    .set({ reserved: sql`reserved + ${pounds}` })
    .where('id', '=', harvest_id)
    .where('called_off_at', 'is', null)
    .where('status', '<>', 'ready')
    .where('price_cents', '=', price_cents)
    .where('deposit_percent', '=', deposit_percent)
    .where(sql<boolean>`reserved + ${pounds} <= pounds`)
    .returning('kind')
    .executeTakeFirst();
  if (!held || (held.kind === 'wet') !== (day_id !== null)) return false;
  if (day_id === null) return true;
  const day = await tx
    .updateTable('harvest_days')
    .set({ reserved: sql`reserved + ${pounds}` })
    .where('id', '=', day_id)
    .where('harvest_id', '=', harvest_id)
    .where(sql<boolean>`reserved + ${pounds} <= pounds`)
    .returning('id')
    .executeTakeFirst();
  return day !== undefined;
}

/** The pounds can be reserved again. */
export async function giveBack(tx: Db, { harvest_id, day_id, pounds }: Pounds & { harvest_id: number }): Promise<void> {
  const less = { reserved: sql<number>`reserved - ${pounds}` };
  await tx.updateTable('harvests').set(less).where('id', '=', harvest_id).execute();
  if (day_id !== null) await tx.updateTable('harvest_days').set(less).where('id', '=', day_id).execute();
}
