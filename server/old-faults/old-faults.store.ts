import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

/** Refused, and not yet compared with what the provider has on record. First those behind `after`; oldest first. */
export async function listToCompare(db: Db, after: number): Promise<number[]> {
  const refused = await db
    .selectFrom('charge_refunds')
    .select('id')
    // As the index has it, so that SQLite uses it.
    .where(sql<boolean>`state = 'refused'`)
    .where('compared_at', 'is', null)
    .orderBy(sql`id <= ${after}`)
    .orderBy('id')
    .execute();
  return refused.map(({ id }) => id);
}

export async function setCompared(tx: Db, id: number, compared_at: string): Promise<void> {
  await tx.updateTable('charge_refunds').set({ compared_at }).where('id', '=', id).execute();
}

/** Invoiced orders that wait for money, though nothing is left to pay. */
export async function listSettled(db: Db): Promise<number[]> {
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('on_terms', '=', 1)
    .where('status', '=', 'pending')
    .where(sql<boolean>`exists (select 1 from invoices where order_id = orders.id)`)
    .where(sql<boolean>`not exists (select 1 from invoices where order_id = orders.id and open_cents > 0)`)
    .orderBy('id')
    .execute();
  return orders.map(({ id }) => id);
}

/** Customers after this one, with the time of their last order on an invoice. */
export async function listLastOrders(db: Db, after: number, limit: number) {
  const { rows } = await sql<{ id: number; last: string | null }>`
    select customers.id, (
      select max(created_at) from orders where customer_id = customers.id and on_terms = 1 and status <> 'failed'
    ) as last
    from customers where customers.id > ${after} order by customers.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Customers on terms whose account was never confirmed by a link that we emailed. */
export function listUnconfirmed(db: Db) {
  return db
    .selectFrom('customers')
    .innerJoin('accounts', 'accounts.id', 'customers.terms_account_id')
    .select(['customers.id', 'customers.account_asked_at', 'customers.created_at'])
    .select('accounts.created_at as signed_up_at')
    .where('customers.terms_days', 'is not', null)
    .where('customers.account_confirmed_at', 'is', null)
    .where('accounts.deactivated_at', 'is', null)
    .orderBy('customers.id')
    .execute();
}
