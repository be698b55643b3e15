import { changedMeanwhile } from '#server/database/repeat-victims.ts';
import type { Db } from '#server/database/schema.ts';
import * as ledger from '#server/invoices/ledger.store.ts';
import * as orderStore from './order.store.ts';

/** Locks an order until the commit, and before it its customer, as everything does that changes what they owe. */
export async function lockOrder(tx: Db, id: number): Promise<orderStore.OrderRow | undefined> {
  const order = await orderStore.find(tx, id);
  if (order?.customer_id) await ledger.lock(tx, order.customer_id);
  const locked = order && (await orderStore.lock(tx, id));
  if (locked) requireSameCustomer(order, locked);
  return locked;
}

type Customer = { id: number; customer_id: number | null };

/** It may have got its customer before it was locked. Then the customer is not locked. */
export function requireSameCustomer(found: Customer, locked: Customer): void {
  if (found.customer_id !== locked.customer_id) throw changedMeanwhile(`The customer of order ${found.id}`);
}
