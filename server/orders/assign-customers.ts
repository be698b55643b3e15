// Gives each paid order its customer: the one of the buyer's account, email or phone, or a new one. This runs after the
// checkout, which stays short, and also gives the orders of older versions theirs.
import type { Clock } from '#server/clock.ts';
import * as customers from '#server/customers/customers.store.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { lock } from '#server/invoices/ledger.store.ts';
import { phoneDigits } from '#server/orders/search-terms/search-terms.ts';
import {
  adopt,
  assign,
  type DueOrder,
  findByAccount,
  findByPhone,
  findDue,
  listDue,
} from './assign-customers.store.ts';

/** Few: on SQLite, pages wait for a batch. */
const BATCH = 20;

type Deps = { database: Database; now: Clock };

export async function assignCustomers({ database, now }: Deps, isStopping: () => boolean): Promise<void> {
  for (;;) {
    const orders = await listDue(database.db, BATCH);
    if (orders.length === 0) return;
    for (const id of orders) {
      if (isStopping()) return;
      await database.transaction([], (tx) => assignCustomer(tx, id, now));
    }
  }
}

/** Locks the customer of an order, who is found or added first if it has none, and says who it is. The order comes after. */
export async function assignCustomer(tx: Db, order_id: number, now: Clock): Promise<number | undefined> {
  const order = await findDue(tx, order_id);
  if (!order) return undefined;
  const customer = order.customer_id ?? (await findCustomer(tx, order)) ?? (await addCustomer(tx, order, now));
  await lock(tx, customer);
  if (order.customer_id === null) await assign(tx, order, customer);
  return customer;
}

async function findCustomer(tx: Db, { account_id, login, email, phone }: DueOrder): Promise<number | undefined> {
  if (account_id !== null)
    // Someone who bought as a guest may have made an account with the same email.
    return (await findByAccount(tx, account_id)) ?? (login ? adopt(tx, account_id, login) : undefined);
  return email ? customers.findByEmail(tx, email.toLowerCase()) : findByPhone(tx, phoneDigits(phone));
}

async function addCustomer(tx: Db, order: DueOrder, now: Clock): Promise<number> {
  const { account_id, login, name, email, phone, address, created_at } = order;
  const customer = {
    ...{ name, company: '', phone, address: address ?? '', notes: '' },
    ...{ account_id, added_by: null, last_order_at: created_at, active_at: created_at },
    created_at: now().toISOString(),
  };
  const id =
    (await customers.insert(tx, { ...customer, email: login ?? email?.toLowerCase() ?? null })) ??
    // Another instance added it just now.
    (await findCustomer(tx, order)) ??
    // The email is another customer's.
    (await customers.insert(tx, { ...customer, email: null }));
  if (id === undefined) throw new Error(`Order ${order.id} finds no customer.`);
  return id;
}
