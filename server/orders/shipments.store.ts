import type { Shipped } from '#contracts/carriers.ts';
import type { Db, Tables } from '#server/database/schema.ts';

export async function find(db: Db, order_id: number): Promise<Shipped | undefined> {
  return (await list(db, [order_id]))[0];
}

export function list(db: Db, order_ids: number[]): Promise<(Shipped & { order_id: number })[]> {
  return db
    .selectFrom('shipments')
    .select(['order_id', 'carrier', 'tracking_number'])
    .where('order_id', 'in', order_ids)
    .execute();
}

export async function save(tx: Db, shipment: Tables['shipments']): Promise<void> {
  const { order_id: _, ...set } = shipment;
  await tx
    .insertInto('shipments')
    .values(shipment)
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(set))
    .execute();
}

export async function remove(tx: Db, order_id: number): Promise<void> {
  await tx.deleteFrom('shipments').where('order_id', '=', order_id).execute();
}
