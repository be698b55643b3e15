// What the faults of a version before 0.2.0 left in a shop, written as that version wrote it.
import { randomUUID } from 'node:crypto';
import { type Generated, type Insertable, sql } from 'kysely';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { insert as insertCustomer } from '#server/customers/customers.store.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import * as invoices from '#server/invoices/invoices.store.ts';
import * as ledger from '#server/invoices/ledger.store.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { record } from '#server/orders/order-changes.store.ts';
import type { FakeSquare } from './fake-square.ts';
import { quickHash } from './quick-hash.ts';

const PRICE = 3200;

type Charge = Omit<Insertable<Tables['charges']>, 'purpose' | 'order_id' | 'reference'>;
type Refund = Omit<Insertable<Tables['charge_refunds']>, 'charge_id'>;
/** Tables of that version. */
export type OldTables = {
  payment_attempts: Charge & { order_id: number };
  refunds: Refund & { order_id: number };
  invoice_payments: Omit<Charge, 'id'> & { id: Generated<number> };
  invoice_refunds: Refund & { invoice_payment_id: number; customer_id: number };
};

export function oldFaultRows(tx: Db, square: Pick<FakeSquare, 'payments' | 'refunds'>, at: string) {
  const details = () => ({
    ...{ view_key: randomUUID(), checkout_key: randomUUID(), name: 'Otis', email: null, address: null, phone: '707' },
    ...{ location_option: 'pickup' as const, pounds: 2, amount_cents: PRICE, account_id: null, created_at: at },
  });
  const old = tx.$extendTables<OldTables>();
  return {
    ...{ addBrewery, cardOrder, refusedRefund, doneRefund, creditedOrder, canceledOrder },
    ...{ canceledAfterPayment, invoicedOrder, addRefund },
  };

  /** With an account that may order on terms, if it signed up. */
  async function addBrewery(company: string, created_at: string, signedUpAt?: string): Promise<number> {
    const email = `${company.toLowerCase()}@brewery.example`;
    const own = { name: 'Otis', email, role: 'customer', password_hash: quickHash('one malt, one yeast') } as const;
    const account = signedUpAt === undefined ? undefined : await insertAccount(tx, { ...own, created_at: signedUpAt });
    const contact = { name: 'Otis', company, email, phone: '', address: '', notes: '' };
    const times = { created_at, active_at: created_at };
    const id = must(await insertCustomer(tx, { ...contact, account_id: account?.id ?? null, ...times }));
    if (account) await ledger.setTerms(tx, id, { terms_days: 30, credit_limit_cents: 100_000 });
    return id;
  }

  /** Without hops, which no fault touched. */
  async function cardOrder() {
    const id = must(await orderStore.insertOrder(tx, details()));
    const payment = addPayment();
    const attempt = { order_id: id, key: payment, payment_id: payment, amount_cents: PRICE, created_at: at };
    await old
      .insertInto('payment_attempts')
      .values({ ...attempt, provider: 'square', state: 'captured' })
      .execute();
    await orderStore.transition(tx, { id, from: ['pending'], to: 'authorised', set: { payment_id: payment } });
    await orderStore.transition(tx, { id, from: ['authorised'], to: 'paid' });
    await orderStore.insertEvent(tx, { order_id: id, status: 'paid', at, account_id: null, note: null });
    return { id, payment };
  }

  type CardOrder = Awaited<ReturnType<typeof cardOrder>>;

  /** Closed as refused after a lost reply. `made`: though the provider had made it. */
  async function refusedRefund(
    { id: order_id, payment: payment_id }: CardOrder,
    { amount_cents, made, ends_order = 0 }: { amount_cents: number; made: boolean; ends_order?: number },
  ): Promise<void> {
    if (made) addRefund(payment_id, amount_cents);
    const refusal = 'The card provider rejected the refund.';
    const row = { order_id, key: randomUUID(), amount_cents, ends_order, reason: 'Wet', restock: 0, created_at: at };
    await old
      .insertInto('refunds')
      .values({ ...row, state: 'refused', refusal })
      .execute();
    const what = `was not paid back by the provider: ${refusal}`;
    await tx.insertInto('payment_alerts').values({ payment_id, order_id, what, at, resolved_at: null }).execute();
  }

  async function doneRefund({ id: order_id, payment }: CardOrder, amount_cents: number): Promise<void> {
    const refund_id = addRefund(payment, amount_cents);
    const row = { order_id, key: randomUUID(), amount_cents, reason: 'Wet', restock: 0, created_at: at, done_at: at };
    await old
      .insertInto('refunds')
      .values({ ...row, state: 'done', refund_id })
      .execute();
    const line = { kind: 'refund', product_id: null, text: 'Refund', pounds: 0, amount_cents: -amount_cents } as const;
    const order = must(await orderStore.lock(tx, order_id));
    await record(tx, order, { lines: [], adjustments: [line], reason: 'Wet', account_id: null, at });
  }

  /** Nothing is left to pay, and it is still pending. */
  async function creditedOrder(customer_id: number): Promise<number> {
    const order = await invoicedOrder(customer_id);
    await credit(order);
    return order.id;
  }

  /** A card paid its invoice. A part was given back, but counts as refused. */
  async function canceledOrder(customer_id: number, amount_cents: number): Promise<number> {
    const { id, payment_id, invoice_payment_id } = await canceledAfterPayment(customer_id);
    addRefund(payment_id, amount_cents);
    const refused = { customer_id, amount_cents, reason: 'Wet', refusal: 'Refused.', account_id: null, created_at: at };
    const keys = { key: randomUUID(), request_key: randomUUID() };
    await old
      .insertInto('invoice_refunds')
      .values({ invoice_payment_id, ...keys, ...refused, state: 'refused' })
      .execute();
    return id;
  }

  /** A card paid its invoice. */
  async function canceledAfterPayment(customer_id: number) {
    const order = await invoicedOrder(customer_id);
    const { id } = order;
    const payment_id = addPayment();
    const paid = { invoice_number: order.invoice, amount_cents: PRICE, payment_id, created_at: at };
    const { id: invoice_payment_id } = await old
      .insertInto('invoice_payments')
      .values({ ...paid, checkout_key: randomUUID(), key: payment_id, provider: 'square', state: 'captured' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const day = at.slice(0, 10);
    await sql`update customers set balance_cents = balance_cents - ${PRICE} where id = ${customer_id}`.execute(tx);
    await sql`insert into ledger_entries (customer_id, kind, amount_cents, balance_after, invoice_payment_id, day, at)
      select id, 'payment', ${-PRICE}, balance_cents, ${invoice_payment_id}, ${day}, ${at}
      from customers where id = ${customer_id}`.execute(tx);
    await orderStore.transition(tx, { id, from: ['pending'], to: 'paid' });
    await orderStore.transition(tx, { id, from: ['paid'], to: 'cancelled' });
    await orderStore.insertEvent(tx, { order_id: id, status: 'cancelled', at });
    await credit(order);
    return { id, payment_id, invoice_payment_id };
  }

  type Invoiced = Awaited<ReturnType<typeof invoicedOrder>>;

  /** Nothing is left to pay on its invoice, unless it says otherwise. */
  async function invoicedOrder(customer_id: number, open_cents = 0) {
    const id = must(await orderStore.insertOrder(tx, { ...details(), terms: { customer_id, po_number: null } }));
    const paper = { ...page({ id, customer_id }), open_cents, kind: 'invoice', credits: null } as const;
    const invoice = await invoices.insert(tx, paper);
    const posted = { kind: 'invoice', amount_cents: PRICE, invoice_number: invoice } as const;
    await ledger.post(tx, { ...entry(customer_id), ...posted });
    return { id, customer_id, invoice };
  }

  async function credit({ id, customer_id, invoice }: Invoiced): Promise<void> {
    const paper = { ...page({ id, customer_id }), kind: 'credit note', credits: invoice } as const;
    const invoice_number = await invoices.insert(tx, paper);
    const posted = { kind: 'credit note', amount_cents: -PRICE, invoice_number } as const;
    await ledger.post(tx, { ...entry(customer_id), ...posted });
  }

  function page({ id: order_id, customer_id }: { id: number; customer_id: number }) {
    const [issued_on, address] = [at.slice(0, 10), '{"name":"Otis","lines":[]}'];
    const dates = { issued_at: at, issued_on, due_on: issued_on };
    const money = { amount_cents: PRICE, open_cents: 0, lines: '[]' };
    return { customer_id, order_id, view_key: randomUUID(), ...dates, ...money, bill_to: address, seller: address };
  }

  function entry(customer_id: number) {
    const nobody = { key: null, reverses: null, method: null, account_id: null, note: '' };
    return { customer_id, day: at.slice(0, 10), at, ...nobody };
  }

  function addPayment(): string {
    const id = `pay${randomUUID()}`;
    const payment = {
      status: 'COMPLETED',
      amount: PRICE,
      refunded: 0,
      reference: id,
      key: id,
      created_at: at,
    } as const;
    square.payments.set(id, { id, ...payment });
    return id;
  }

  function addRefund(payment: string, amount: number, key = randomUUID()): string {
    const id = `refund${key}`;
    square.refunds.set(key, { id, payment, amount, status: 'COMPLETED', created_at: at });
    must(square.payments.get(payment)).refunded += amount;
    return id;
  }
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The old shop could not be written.');
  return value;
}
