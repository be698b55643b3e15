// People and breweries that buy: their contact data, what staff note about them, and their orders.
import type { Person } from '#contracts/accounts.ts';
import { CUSTOMERS_PER_PAGE, type Customer, type CustomerFields } from '#contracts/customers.ts';
import { farmDay } from '#contracts/dates.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { ORDERS_PER_PAGE } from '#contracts/orders.ts';
import { RESALE_WARNING_DAYS } from '#contracts/resale-warning.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import { publicStatus } from '#server/orders/order-list.store.ts';
import * as store from './customers.store.ts';

export type Customers = ReturnType<typeof createCustomers>;

type Deps = { database: Database; audit: AuditWriter; now: Clock };
type Listing = {
  q?: string | undefined;
  after?: number | undefined;
  overdue?: 'true' | undefined;
  resale?: 'true' | undefined;
};

export function createCustomers({ database: { db, transaction }, audit, now }: Deps) {
  return { list, find, add, revise, listOrders };

  async function list({ q, after, overdue, resale }: Listing) {
    const today = farmDay(now().toISOString());
    const filter = { overdueOn: overdue && today, resaleBy: resale && addDays(today, RESALE_WARNING_DAYS) };
    const found = q ? await store.search(db, q) : await store.listLatest(db, { after, ...filter });
    return { data: found.slice(0, CUSTOMERS_PER_PAGE), more: found.length > CUSTOMERS_PER_PAGE };
  }

  async function find(id: number) {
    return { data: requireCustomer(await store.find(db, id)) };
  }

  function add(fields: CustomerFields, actor: Person) {
    return transaction([], async (tx) => {
      await requireFreeEmail(tx, fields.email);
      const at = now().toISOString();
      const id = await store.insert(tx, {
        ...fields,
        email: fields.email || null,
        account_id: null,
        added_by: actor.id,
        last_order_at: null,
        active_at: at,
        created_at: at,
      });
      if (id === undefined) throw emailTaken();
      await audit.record(tx, { actor, action: 'customer added', subject: fields.name, subject_id: id });
      return { data: requireCustomer(await store.find(tx, id)) };
    });
  }

  function revise(id: number, { version, ...fields }: CustomerFields & { version: number }, actor: Person) {
    return transaction([], async (tx) => {
      const current = requireCustomer(await store.find(tx, id));
      await requireFreeEmail(tx, fields.email, id);
      if (!(await store.revise(tx, { id, version }, fields)))
        throw conflict('Someone else changed this customer. Nothing was saved.', current);
      await audit.record(tx, { actor, action: 'customer revised', subject: fields.name, subject_id: id });
      return { data: requireCustomer(await store.find(tx, id)) };
    });
  }

  async function listOrders(id: number, before: number | undefined) {
    const [customer, rows] = await Promise.all([
      store.find(db, id),
      store.listOrders(db, id, before, ORDERS_PER_PAGE + 1),
    ]);
    requireCustomer(customer);
    const data = rows.slice(0, ORDERS_PER_PAGE).map(({ amount_cents, status, ...order }) => ({
      ...order,
      status: publicStatus(status),
      total: toDollars(cents(amount_cents)),
    }));
    return { data, more: rows.length > ORDERS_PER_PAGE };
  }
}

function requireCustomer(customer: Customer | undefined): Customer {
  if (!customer) throw notFound('Customer not found.');
  return customer;
}

async function requireFreeEmail(tx: Db, email: string, id?: number): Promise<void> {
  const owner = email ? await store.findByEmail(tx, email) : undefined;
  if (owner !== undefined && owner !== id) throw emailTaken();
}

const emailTaken = () => invalid({ email: ['Another customer has this email.'] });
