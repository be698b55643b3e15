// Customers on terms: who may order, what they owe, and money received.
import type { Person } from '#contracts/accounts.ts';
import { farmDay } from '#contracts/dates.ts';
import { type Cents, cents, toDollars } from '#contracts/money.ts';
import { LEDGER_PER_PAGE, type PaymentMethod, type Terms } from '#contracts/terms.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import { alreadySent, claimKey } from '#server/idempotency/idempotency.ts';
import { keysMatch } from '#server/view-key.ts';
import { type Accounts, accountState, askAccount, findAccount, hasToAsk } from './ask-account.ts';
import { creditInvoice, type Mail } from './credit-notes.ts';
import { requireOpenDay } from './dated-entry.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';
import { settle } from './settle.ts';
import { toInvoice, toListed } from './to-invoice.ts';

export type CustomerTerms = ReturnType<typeof createTerms>;

type Deps = Mail & { database: Database; accounts: Accounts; audit: AuditWriter; now: Clock };
type Approval = { days: number | null; credit_limit: Cents; login: string };
type Payment = { amount: Cents; method: PaymentMethod; received_on: string; note: string; key: string };

const OWN_INVOICES = 100;

export function createTerms({ database: { db, transaction }, accounts, audit, now, outbox, sender }: Deps) {
  const asking = { accounts, outbox, now, sender };
  return {
    ...{
      find,
      findOwn,
      approve,
      askAgain,
      askUnconfirmed,
      pause,
      pauseUnconfirmed,
      listOpenInvoices,
      listOwnInvoices,
      findInvoice,
    },
    ...{ listLedger, recordPayment, reversePayment, creditNote },
  };

  async function find(id: number) {
    return { data: await load(db, id) };
  }

  async function load(tx: Db, id: number): Promise<Terms> {
    const [terms, overdueCents] = await Promise.all([
      ledger.findTerms(tx, id),
      invoices.overdueCents(tx, id, farmDay(now().toISOString())),
    ]);
    const customer = requireCustomer(terms);
    const { terms_days, credit_limit_cents, balance_cents, login, account_asked_at } = customer;
    return {
      days: terms_days,
      credit_limit: toDollars(cents(credit_limit_cents)),
      balance: balance_cents / 100,
      overdue: overdueCents / 100,
      login,
      account: accountState(customer),
      account_asked_at,
    };
  }

  /** What this account may still order on invoice. */
  async function findOwn({ id }: Person) {
    const terms = await ledger.findTermsOfAccount(db, id);
    if (!terms || terms.terms_days === null) return { data: null };
    const available = Math.max(0, terms.credit_limit_cents - terms.balance_cents);
    return { data: { days: terms.terms_days, available: available / 100 } };
  }

  function approve(id: number, { days, credit_limit, login }: Approval, actor: Person) {
    return transaction([], async (tx) => {
      await ledger.lock(tx, id);
      const customer = requireCustomer(await ledger.findTerms(tx, id));
      await ledger.setTerms(tx, id, { terms_days: days, credit_limit_cents: credit_limit });
      const isOther = login !== '' && login !== customer.login;
      const asks = days !== null && (isOther || hasToAsk(customer));
      if (isOther || asks) {
        const account = await findAccount(tx, { id, login: login || customer.login }, accounts);
        await ledger.setAccount(tx, id, account.id);
        if (asks) await askAccount(tx, { customer, account }, asking);
      }
      const action = days === null ? 'terms ended' : 'terms approved';
      await audit.record(tx, { actor, action, subject: customer.name, subject_id: id });
      return { data: await load(tx, id) };
    });
  }

  /** Sends the link that confirms the account again. */
  function askAgain(id: number, actor: Person) {
    return transaction([], async (tx) => {
      await ledger.lock(tx, id);
      const customer = requireCustomer(await ledger.findTerms(tx, id));
      const state = accountState(customer);
      if (customer.terms_days === null || state === null || state === 'confirmed')
        throw conflict('There is no account to confirm.');
      const account = await findAccount(tx, { id, login: customer.login }, accounts);
      // An instance of an older version may have changed it, and left what the earlier one confirmed.
      if (state === 'waiting') await ledger.setAccount(tx, id, account.id);
      await askAccount(tx, { customer, account }, asking);
      await audit.record(tx, { actor, action: 'account asked to confirm', subject: customer.name, subject_id: id });
      return { data: await load(tx, id) };
    });
  }

  /** For an account that may order on terms since before accounts were confirmed. */
  function askUnconfirmed(id: number): Promise<void> {
    return transaction([], async (tx) => {
      await ledger.lock(tx, id);
      const customer = requireCustomer(await ledger.findTerms(tx, id));
      if (accountState(customer) !== 'unconfirmed' || customer.account_asked_at !== null) return;
      const account = await findAccount(tx, { id, login: customer.login }, accounts);
      await askAccount(tx, { customer, account }, asking);
    });
  }

  /** They may order on terms again once their account is confirmed. */
  function pause(id: number, actor: Person) {
    return transaction([], async (tx) => {
      const customer = await pauseIn(tx, id);
      if (!customer) throw conflict('They may not order on invoice now, or have confirmed their account.');
      await audit.record(tx, { actor, action: 'terms paused', subject: customer.name, subject_id: id });
      return { data: await load(tx, id) };
    });
  }

  /** Who did not confirm their account in time. */
  async function pauseUnconfirmed(id: number): Promise<void> {
    await transaction([], (tx) => pauseIn(tx, id));
  }

  async function pauseIn(tx: Db, id: number) {
    await ledger.lock(tx, id);
    const customer = requireCustomer(await ledger.findTerms(tx, id));
    if (customer.terms_days === null || accountState(customer) !== 'unconfirmed') return undefined;
    await ledger.pause(tx, id);
    if (customer.account_asked_at === null)
      await askAccount(tx, { customer, account: await findAccount(tx, customer, accounts) }, asking);
    return customer;
  }

  async function listOpenInvoices(id: number) {
    const [terms, open] = await Promise.all([ledger.findTerms(db, id), invoices.listOpen(db, id)]);
    requireCustomer(terms);
    return { data: open.map(toListed) };
  }

  async function listOwnInvoices({ id }: Person) {
    const customer = await ledger.findTermsOfAccount(db, id);
    return { data: customer ? (await invoices.listLatest(db, customer.id, OWN_INVOICES)).map(toListed) : [] };
  }

  /** To anyone else it does not exist. */
  async function findInvoice(number: number, { actor, key }: { actor: Person | undefined; key: string | undefined }) {
    const invoice = await invoices.find(db, number);
    const isStaff = actor?.role === 'admin';
    const isOwner = actor !== undefined && invoice?.terms_account_id === actor.id;
    if (!invoice || !(isStaff || isOwner || (key !== undefined && keysMatch(key, invoice.view_key))))
      throw notFound('Invoice not found.');
    return { data: toInvoice(invoice) };
  }

  async function listLedger(id: number, before: number | undefined) {
    const [terms, rows] = await Promise.all([
      ledger.findTerms(db, id),
      ledger.list(db, id, before, LEDGER_PER_PAGE + 1),
    ]);
    requireCustomer(terms);
    const data = rows.slice(0, LEDGER_PER_PAGE).map(({ amount_cents, balance_after, reversal_id, ...entry }) => ({
      ...{
        id: entry.id,
        day: entry.day,
        kind: entry.kind,
        method: methodOf(entry),
        note: noteOf(entry),
        who: entry.who,
      },
      ...{ invoice: entry.invoice_number, invoice_key: entry.view_key, order_id: entry.order_id },
      ...{ amount: amount_cents / 100, balance: balance_after / 100, reversed: reversal_id !== null },
    }));
    return { data, more: rows.length > LEDGER_PER_PAGE };
  }

  function recordPayment(id: number, { amount, method, received_on, note, key }: Payment, actor: Person) {
    if (received_on > farmDay(now().toISOString())) throw invalid({ received_on: ["The day can't be in the future."] });
    return transaction([], async (tx) => {
      const request = { customer: id, amount, method, received_on, note };
      const isNew = await claimKey({ now }, tx, { scope: 'POST /api/customers/:id/payments', key, request });
      const { name } = requireCustomer(await ledger.lock(tx, id));
      if (isNew) {
        if (await ledger.findByKey(tx, key)) throw alreadySent();
        await requireOpenDay(tx, received_on, 'received_on');
        const entry = { method, note, key, day: received_on, account_id: actor.id };
        await post(tx, id, { kind: 'payment', amount_cents: -amount, ...entry });
        await audit.record(tx, { actor, action: 'payment recorded', subject: name, subject_id: id });
      }
      return { data: await load(tx, id) };
    });
  }

  function reversePayment(id: number, entry: number, note: string, actor: Person) {
    return transaction([], async (tx) => {
      const { name } = requireCustomer(await ledger.lock(tx, id));
      const payment = await ledger.findPayment(tx, id, entry);
      if (!payment) throw notFound('Payment not found.');
      if (methodOf(payment) === 'card') throw conflict('A card payment cannot be taken back. Refund it to the card.');
      if (payment.reversal !== null) throw conflict('This payment was taken back already.');
      const day = farmDay(now().toISOString());
      const reversal = { method: payment.method, note, reverses: entry, day, account_id: actor.id };
      await post(tx, id, { kind: 'reversal', amount_cents: -payment.amount_cents, ...reversal });
      await audit.record(tx, { actor, action: 'payment taken back', subject: name, subject_id: id });
      return { data: await load(tx, id) };
    });
  }

  function creditNote(
    number: number,
    { amount, reason, key }: { amount: Cents; reason: string; key: string },
    actor: Person,
  ) {
    return transaction([], async (tx) => {
      const request = { invoice: number, amount, reason };
      const isNew = await claimKey({ now }, tx, { scope: 'POST /api/invoices/:id/credit-notes', key, request });
      const invoice = requireInvoice(await invoices.find(tx, number));
      if (invoice.kind !== 'invoice') throw conflict('A credit note cannot be taken back.');
      await ledger.lock(tx, invoice.customer_id);
      const written = await ledger.findByKey(tx, key);
      if (written && isNew) throw alreadySent();
      if (written?.invoice_number)
        return { data: toInvoice(requireInvoice(await invoices.find(tx, written.invoice_number))) };
      const paper = { reason, key, account_id: actor.id, now: now(), lowersSales: true };
      const credit = { number, amount_cents: amount, ...paper };
      const note = requireInvoice(await creditInvoice(tx, credit, { outbox, sender }));
      await audit.record(tx, {
        actor,
        action: 'credit note written',
        subject: `Invoice ${number}`,
        subject_id: number,
      });
      return { data: toInvoice(note) };
    });
  }

  async function post(tx: Db, customer_id: number, entry: Partial<ledger.Entry> & Posted): Promise<void> {
    const at = now().toISOString();
    const nothing = { invoice_number: null, key: null, reverses: null, method: null, note: '', account_id: null };
    const balance_cents = await ledger.post(tx, { ...nothing, ...entry, customer_id, at });
    await settle(tx, { customer_id, balance_cents, at });
  }
}

/** With the card. The ledger is never changed, so the card is kept where it can be erased. */
const noteOf = ({ note, card }: { note: string; card: string | null }): string =>
  [note, card].filter(Boolean).join(', ');

/** A card payment names its charge. */
const methodOf = ({ method, charge_id }: Pick<Tables['ledger_entries'], 'method' | 'charge_id'>) =>
  charge_id === null ? method : ('card' as const);

type Posted = Pick<ledger.Entry, 'kind' | 'amount_cents' | 'day'>;

function requireCustomer<T>(customer: T | undefined): T {
  if (!customer) throw notFound('Customer not found.');
  return customer;
}

function requireInvoice(invoice: invoices.InvoiceRow | undefined): invoices.InvoiceRow {
  if (!invoice) throw notFound('Invoice not found.');
  return invoice;
}
