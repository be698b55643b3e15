// Gives each paid order its customer: the one of the buyer's account, email or phone, or a new one. This runs after the
// checkout, which stays short, and also gives the orders of older versions theirs.
import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { ORDERS_WITHOUT_CUSTOMER } from '#server/database/migrations/0020-customers.ts';
import type { Db } from '#server/database/schema.ts';
import { phoneDigits } from '#server/orders/index/search-terms.ts';
import * as store from './customers.store.ts';

const BATCH = 100;

type Order = {
  id: number;
  account_id: number | null;
  login: string | null;
  name: string;
  email: string | null;
  phone: string;
  address: string | null;
  created_at: string;
};

type Deps = { database: Database; now: Clock };

export async function assignCustomers({ database, now }: Deps, isStopping: () => boolean): Promise<void> {
  for (;;) {
    const orders = await listOrders(database.db);
    if (orders.length === 0 || isStopping()) return;
    await database.transaction([], async (tx) => {
      for (const order of orders) await assign(tx, order, now);
    });
  }
}

async function listOrders(db: Db): Promise<Order[]> {
  const { rows } = await sql<Order>`
    select due.id, due.account_id, accounts.email as login, due.name, due.email, due.phone, due.address, due.created_at
    from (select * from orders where ${sql.raw(ORDERS_WITHOUT_CUSTOMER)} order by id limit ${BATCH}) as due
    left join accounts on accounts.id = due.account_id
    order by due.id
  `.execute(db);
  return rows;
}

async function assign(tx: Db, order: Order, now: Clock): Promise<void> {
  const customer_id = (await findCustomer(tx, order)) ?? (await addCustomer(tx, order, now));
  const assigned = await tx
    .updateTable('orders')
    .set({ customer_id })
    .where('id', '=', order.id)
    .where('customer_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!assigned) return;
  const { phone, address, created_at } = order;
  await tx
    .updateTable('customers')
    .set({
      last_order_at: sql`case when last_order_at > ${created_at} then last_order_at else ${created_at} end`,
      active_at: sql`case when active_at > ${created_at} then active_at else ${created_at} end`,
      // Only what is missing: staff may have corrected the rest.
      phone: sql`case when phone = '' then ${phone} else phone end`,
      address: sql`case when address = '' then ${address ?? ''} else address end`,
    })
    .where('id', '=', customer_id)
    .execute();
}

async function findCustomer(tx: Db, { account_id, login, email, phone }: Order): Promise<number | undefined> {
  const customers = tx.selectFrom('customers').select('id');
  if (account_id !== null) {
    const byAccount = await customers.where('account_id', '=', account_id).executeTakeFirst();
    return byAccount?.id ?? (login ? adopt(tx, account_id, login) : undefined);
  }
  const address = email?.toLowerCase();
  if (address) return (await customers.where('email', '=', address).executeTakeFirst())?.id;
  const guests = customers.where('email', 'is', null).where('account_id', 'is', null).where('added_by', 'is', null);
  return (await guests.where('phone_digits', '=', phoneDigits(phone)).executeTakeFirst())?.id;
}

/** Someone who bought as a guest has made an account with the same email. */
async function adopt(tx: Db, account_id: number, email: string): Promise<number | undefined> {
  const adopted = await tx
    .updateTable('customers')
    .set({ account_id })
    .where('email', '=', email)
    .where('account_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return adopted?.id;
}

async function addCustomer(tx: Db, order: Order, now: Clock): Promise<number> {
  const { account_id, login, name, email, phone, address, created_at } = order;
  const id = await store.insert(tx, {
    name,
    company: '',
    email: login ?? email?.toLowerCase() ?? null,
    phone,
    address: address ?? '',
    notes: '',
    account_id,
    added_by: null,
    last_order_at: created_at,
    active_at: created_at,
    created_at: now().toISOString(),
  });
  // Another instance added it just now; or another account has this email as a customer.
  const existing = id ?? (await findCustomer(tx, order));
  if (existing === undefined) throw new Error(`Order ${order.id} has no customer.`);
  return existing;
}
