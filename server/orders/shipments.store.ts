import { sql } from 'kysely';
import type { Shipped } from '#contracts/carriers.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import { columns, type OrderRow } from './order.store.ts';

/** Locks the order, so that its status stays as it is until the shipment is saved. */
export function lockOrder(tx: Db, id: number): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set({ status: sql`status` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export function find(db: Db, order_id: number): Promise<Shipped | undefined> {
  return db
    .selectFrom('shipments')
    .select(['carrier', 'tracking_number'])
    .where('order_id', '=', order_id)
    .executeTakeFirst();
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
