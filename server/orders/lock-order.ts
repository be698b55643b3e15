import type { Db } from '#server/database/schema.ts';
import * as orderStore from './order.store.ts';
import * as ledger from './terms/ledger.store.ts';

/** Locks an order until the commit, and before it its customer, as everything does that changes what they owe. */
export async function lockOrder(tx: Db, id: number): Promise<orderStore.OrderRow | undefined> {
  const order = await orderStore.find(tx, id);
  if (order?.customer_id) await ledger.lock(tx, order.customer_id);
  return order && orderStore.lock(tx, id);
}
