import { sql } from 'kysely';
import { noteOrder } from '#server/customers/customers.store.ts';
import { ORDERS_WITHOUT_CUSTOMER } from '#server/database/migrations/0020-customers.ts';
import type { Db } from '#server/database/schema.ts';

export type DueOrder = {
  id: number;
  customer_id: number | null;
  account_id: number | null;
  /** The account's email. */
  login: string | null;
  name: string;
  email: string | null;
  phone: string;
  address: string | null;
  created_at: string;
};

/** The oldest paid orders without a customer. */
export async function listDue(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where ${sql.raw(ORDERS_WITHOUT_CUSTOMER)} order by id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

export function findDue(db: Db, id: number): Promise<DueOrder | undefined> {
  return db
    .selectFrom('orders')
    .leftJoin('accounts', 'accounts.id', 'orders.account_id')
    .select([
      'orders.id',
      'orders.customer_id',
      'orders.account_id',
      'accounts.email as login',
      'orders.name',
      'orders.email',
    ])
    .select(['orders.phone', 'orders.address', 'orders.created_at'])
    .where('orders.id', '=', id)
    .executeTakeFirst();
}

export async function findByAccount(db: Db, account_id: number): Promise<number | undefined> {
  const customer = await db
    .selectFrom('customers')
    .select('id')
    .where('account_id', '=', account_id)
    .executeTakeFirst();
  return customer?.id;
}

/** A guest without an email. */
export async function findByPhone(db: Db, phone_digits: string): Promise<number | undefined> {
  const guest = await db
    .selectFrom('customers')
    .select('id')
    .where('phone_digits', '=', phone_digits)
    .where('email', 'is', null)
    .where('account_id', 'is', null)
    .where('added_by', 'is', null)
    .executeTakeFirst();
  return guest?.id;
}

/** The customer with this email gets the account, unless it has one. */
export async function adopt(tx: Db, account_id: number, email: string): Promise<number | undefined> {
  const adopted = await tx
    .updateTable('customers')
    .set({ account_id })
    .where('email', '=', email)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return adopted?.id;
}

/** Contact data is only added where it is missing: staff may have corrected the rest. */
export async function assign(tx: Db, { id, phone, address, created_at }: DueOrder, customer_id: number): Promise<void> {
  const assigned = await tx
    .updateTable('orders')
    .set({ customer_id })
    .where('id', '=', id)
    .where('customer_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!assigned) return;
  await tx
    .updateTable('customers')
    .set({
      phone: sql`case when phone = '' then ${phone} else phone end`,
      address: sql`case when address = '' then ${address ?? ''} else address end`,
    })
    .where('id', '=', customer_id)
    .execute();
  await noteOrder(tx, customer_id, created_at);
}
