import { type Insertable, sql } from 'kysely';
import type { Customer, CustomerFields } from '#contracts/customers.ts';
import { CUSTOMERS_PER_PAGE } from '#contracts/customers.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import { contactTerms, parseWords, phoneDigits, type TermRange } from '#server/orders/search-terms/search-terms.ts';

/** As many as are looked at before a search gives up: common words match thousands. */
const MAX_MATCHES = 200;

type Contact = Pick<CustomerFields, 'name' | 'email' | 'phone'> & { company?: string };

const selectCustomers = (db: Db) =>
  db
    .selectFrom('customers')
    .leftJoin('accounts', 'accounts.id', 'customers.account_id')
    .select(['customers.id', 'customers.name', 'customers.company', 'customers.phone', 'customers.address'])
    .select(['customers.notes', 'customers.last_order_at', 'customers.version', 'accounts.email as login'])
    .select(sql<string>`coalesce(customers.email, '')`.as('email'));

export function find(db: Db, id: number): Promise<Customer | undefined> {
  return selectCustomers(db).where('customers.id', '=', id).executeTakeFirst();
}

type Latest = { after: number | undefined; overdueOn: string | undefined; resaleBy: string | undefined };

/** One more than a page, to know whether there are more. */
export function listLatest(db: Db, { after, overdueOn, resaleBy }: Latest): Promise<Customer[]> {
  const place = sql`(select active_at, id from customers where id = ${after ?? 0})`;
  return selectCustomers(db)
    .$if(after !== undefined, (customers) =>
      customers.where(sql<boolean>`(customers.active_at, customers.id) < ${place}`),
    )
    .$if(overdueOn !== undefined, (customers) =>
      customers.where(({ eb, selectFrom }) =>
        eb(
          'customers.id',
          'in',
          selectFrom('invoices')
            .select('invoices.customer_id')
            // As the index has it, so that SQLite uses it.
            .where(sql<boolean>`open_cents > 0`)
            .where('due_on', '<', overdueOn ?? ''),
        ),
      ),
    )
    .$if(resaleBy !== undefined, (customers) =>
      customers.where(({ eb, selectFrom }) =>
        eb(
          'customers.id',
          'in',
          selectFrom('resale_certificates')
            .select('resale_certificates.customer_id')
            .where('expires_on', '<=', resaleBy ?? ''),
        ),
      ),
    )
    .orderBy('customers.active_at', 'desc')
    .orderBy('customers.id', 'desc')
    .limit(CUSTOMERS_PER_PAGE + 1)
    .execute();
}

/** The latest of those that have a term for each word. */
export async function search(db: Db, q: string): Promise<Customer[]> {
  const [first, ...others] = parseWords(q).toSorted((a, b) => b.from.length - a.from.length);
  if (!first) return [];
  let matching = db
    .selectFrom('customer_search_terms as found')
    .select('customer_id')
    .where(within('found.term', first));
  for (const range of others)
    matching = matching.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('customer_search_terms as other')
          .select('term')
          .whereRef('other.customer_id', '=', 'found.customer_id')
          .where(within('other.term', range)),
      ),
    );
  const matches = await matching.limit(MAX_MATCHES).execute();
  const ids = [...new Set(matches.map(({ customer_id }) => customer_id))];
  if (ids.length === 0) return [];
  return selectCustomers(db)
    .where('customers.id', 'in', ids)
    .orderBy('customers.active_at', 'desc')
    .orderBy('customers.id', 'desc')
    .limit(CUSTOMERS_PER_PAGE + 1)
    .execute();
}

const within = (column: string, { from, below }: TermRange) =>
  sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${below}`;

type NewCustomer = Omit<Insertable<Tables['customers']>, 'id' | 'version' | 'phone_digits'>;

/** Undefined if there is one with this email, account or, for a guest, phone. */
export async function insert(tx: Db, customer: NewCustomer): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('customers')
    .values({ ...customer, phone_digits: phoneDigits(customer.phone) || null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await index(tx, inserted.id, { ...customer, email: customer.email ?? '' });
  return inserted?.id;
}

/** Undefined if someone else changed it since this version. */
export async function revise(
  tx: Db,
  { id, version }: { id: number; version: number },
  { email, ...fields }: CustomerFields,
): Promise<boolean> {
  const revised = await tx
    .updateTable('customers')
    .set({ ...fields, email: email || null, phone_digits: phoneDigits(fields.phone) || null, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (revised) await index(tx, id, { ...fields, email });
  return revised !== undefined;
}

/** When the customer ordered. The times only move forward, so it can be repeated, and for orders in any sequence. */
export async function noteOrder(tx: Db, id: number, created_at: string): Promise<void> {
  await tx
    .updateTable('customers')
    .set({
      last_order_at: sql`case when last_order_at > ${created_at} then last_order_at else ${created_at} end`,
      active_at: sql`case when active_at > ${created_at} then active_at else ${created_at} end`,
    })
    .where('id', '=', id)
    .execute();
}

export async function findByEmail(db: Db, email: string): Promise<number | undefined> {
  return (await db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirst())?.id;
}

/** Replaces the terms that the customer is found by. */
export async function index(tx: Db, customer_id: number, { name, company = '', email, phone }: Contact): Promise<void> {
  await tx.deleteFrom('customer_search_terms').where('customer_id', '=', customer_id).execute();
  const terms = contactTerms({ name: `${name} ${company}`, email, phone });
  if (terms.length === 0) return;
  await tx
    .insertInto('customer_search_terms')
    .values(terms.map((term) => ({ term, customer_id })))
    .execute();
}

export function listOrders(db: Db, customer_id: number, before: number | undefined, limit: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'created_at', 'pounds as quantity', 'status', 'location_option', 'amount_cents'])
    .where('customer_id', '=', customer_id)
    .$if(before !== undefined, (orders) => orders.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
