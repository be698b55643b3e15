// Gives each paid order its customer: the one of the buyer's account, email or phone, or a new one. This runs after the
// checkout, which stays short, and also gives the orders of older versions theirs.
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { phoneDigits } from '#server/orders/index/search-terms.ts';
import {
  adopt,
  assign,
  type DueOrder,
  findByAccount,
  findByPhone,
  findDue,
  listDue,
  lockDue,
} from './assign-customers.store.ts';
import * as customers from './customers.store.ts';

/** Few: on SQLite, pages wait for a batch. */
const BATCH = 20;

type Deps = { database: Database; now: Clock };

export async function assignCustomers({ database, now }: Deps, isStopping: () => boolean): Promise<void> {
  for (;;) {
    const orders = await listDue(database.db, BATCH);
    if (orders.length === 0 || isStopping()) return;
    await database.transaction([], async (tx) => {
      const locked = await lockDue(
        tx,
        orders.map(({ id }) => id),
      );
      for (const order of orders.filter(({ id }) => locked.has(id)))
        await assign(tx, order, (await findCustomer(tx, order)) ?? (await addCustomer(tx, order, now)));
    });
  }
}

/** Gives one order its customer now. The order must be locked. */
export async function assignCustomer(tx: Db, order_id: number, now: Clock): Promise<number> {
  const order = await findDue(tx, order_id);
  if (!order) throw new Error(`Order ${order_id} does not exist.`);
  const customer = (await findCustomer(tx, order)) ?? (await addCustomer(tx, order, now));
  await assign(tx, order, customer);
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
