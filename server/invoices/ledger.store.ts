// A customer's balance and the entries that explain it. Every change locks the customer first, so entries are in sequence.
import { sql } from 'kysely';
import type { Db, Tables } from '#server/database/schema.ts';

export type Entry = Omit<Tables['ledger_entries'], 'id' | 'balance_after' | 'note' | 'charge_id'> & {
  note: string;
  charge_id?: number;
};
type Confirmation = 'account_id' | 'terms_account_id' | 'account_asked_at' | 'account_confirmed_at';
export type TermsRow = Pick<Tables['customers'], Confirmation | 'terms_days'> & {
  id: number;
  name: string;
  company: string;
  credit_limit_cents: number;
  balance_cents: number;
};

const termsColumns = [
  'id',
  'name',
  'company',
  'account_id',
  'terms_account_id',
  'account_asked_at',
  'account_confirmed_at',
  'terms_days',
  'credit_limit_cents',
  'balance_cents',
] as const;

/** With the email they log in with. */
export function findTerms(db: Db, id: number): Promise<(TermsRow & { login: string | null }) | undefined> {
  return db
    .selectFrom('customers')
    .leftJoin('accounts', 'accounts.id', 'customers.account_id')
    .select(termsColumns.map((column) => `customers.${column}` as const))
    .select('accounts.email as login')
    .where('customers.id', '=', id)
    .executeTakeFirst();
}

const selectOfAccount = (db: Db, account_id: number) =>
  db.selectFrom('customers').select(termsColumns).where('account_id', '=', account_id);

/** Whose account it is, whether or not it may use their terms. */
export function findOfAccount(db: Db, account_id: number): Promise<TermsRow | undefined> {
  return selectOfAccount(db, account_id).executeTakeFirst();
}

/** The customer whose terms an account may use. */
export function findTermsOfAccount(db: Db, account_id: number): Promise<TermsRow | undefined> {
  return selectOfAccount(db, account_id).where('terms_account_id', '=', account_id).executeTakeFirst();
}

/** Locks the customer until the commit. */
export function lock(tx: Db, id: number): Promise<TermsRow | undefined> {
  return tx
    .updateTable('customers')
    .set({ balance_cents: sql`balance_cents` })
    .where('id', '=', id)
    .returning(termsColumns)
    .executeTakeFirst();
}

export async function setTerms(
  tx: Db,
  id: number,
  terms: Pick<Tables['customers'], 'terms_days'> & { credit_limit_cents: number },
): Promise<void> {
  await tx.updateTable('customers').set(terms).where('id', '=', id).execute();
}

/** The account may use the terms once it is confirmed; an earlier one no longer. */
export async function setAccount(tx: Db, id: number, account_id: number): Promise<void> {
  const unconfirmed = { terms_account_id: null, account_asked_at: null, account_confirmed_at: null };
  await tx
    .updateTable('customers')
    .set({ account_id, ...unconfirmed })
    .where('id', '=', id)
    .execute();
}

/** Until the account is confirmed. */
export async function pause(tx: Db, id: number): Promise<void> {
  await tx.updateTable('customers').set({ terms_account_id: null }).where('id', '=', id).execute();
}

export async function setAsked(tx: Db, id: number, account_asked_at: string): Promise<void> {
  await tx.updateTable('customers').set({ account_asked_at }).where('id', '=', id).execute();
}

/** For an account whose mailbox has just set its password. False if no customer was waiting for that. */
export async function confirmAccount(tx: Db, account_id: number, account_confirmed_at: string): Promise<boolean> {
  const confirmed = await tx
    .updateTable('customers')
    .set({ terms_account_id: account_id, account_confirmed_at })
    .where('account_id', '=', account_id)
    .where('account_asked_at', 'is not', null)
    .where('account_confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Changes the balance and says why. Returns the new balance. */
export async function post(tx: Db, entry: Entry): Promise<number> {
  const { balance_cents } = await tx
    .updateTable('customers')
    .set({ balance_cents: sql`balance_cents + ${entry.amount_cents}` })
    .where('id', '=', entry.customer_id)
    .returning('balance_cents')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('ledger_entries')
    .values({ ...entry, balance_after: balance_cents })
    .execute();
  return balance_cents;
}

export function findByKey(db: Db, key: string) {
  return db
    .selectFrom('ledger_entries')
    .select(['customer_id', 'invoice_number'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export function findPayment(db: Db, customer_id: number, id: number) {
  return db
    .selectFrom('ledger_entries')
    .select(['id', 'amount_cents', 'method', 'charge_id'])
    .select(({ selectFrom }) =>
      selectFrom('ledger_entries as other')
        .select('other.id')
        .whereRef('other.reverses', '=', 'ledger_entries.id')
        .as('reversal'),
    )
    .where('id', '=', id)
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'payment')
    .executeTakeFirst();
}

export function list(db: Db, customer_id: number, before: number | undefined, limit: number) {
  return db
    .selectFrom('ledger_entries as entry')
    .leftJoin('invoices', 'invoices.number', 'entry.invoice_number')
    .leftJoin('accounts', 'accounts.id', 'entry.account_id')
    .leftJoin('charges as charge', 'charge.id', 'entry.charge_id')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.id')
    .select(['entry.id', 'entry.day', 'entry.kind', 'entry.amount_cents', 'entry.balance_after', 'entry.method'])
    .select(['entry.charge_id', 'charge.card'])
    .select(['entry.note', 'entry.invoice_number', 'invoices.order_id', 'invoices.view_key', 'accounts.name as who'])
    .select('reversal.id as reversal_id')
    .where('entry.customer_id', '=', customer_id)
    .$if(before !== undefined, (entries) => entries.where('entry.id', '<', before ?? 0))
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute();
}
