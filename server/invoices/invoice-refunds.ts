// Gives a customer's credit back to the card that paid an invoice. The refund is stored with its key before the provider is
// asked, so it is paid once; how much may go back is decided with the customer locked.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { farmDay } from '#contracts/dates.ts';
import { cents, formatCents } from '#contracts/money.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import { askForRefund, type Comparison, findMade, type Made, type Refund } from '#server/charges/ask-refund.ts';
import * as payments from '#server/charges/invoice-payments.store.ts';
import * as store from '#server/charges/invoice-refunds.store.ts';
import { correctAlert } from '#server/charges/payment-alerts.ts';
import type { CardProvider } from '#server/charges/providers/provider.ts';
import { isAgain, notMade, ON_ITS_WAY, PENDING_CHECK_MS, type Refunds } from '#server/charges/refunds.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import { alreadySent, claimKey } from '#server/idempotency/idempotency.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { CHECK_AFTER_MS } from '#server/orders/order-transitions.ts';
import { invoiceRefundEmail } from './invoice-payment-emails.ts';
import * as ledger from './ledger.store.ts';
import { refundInvoices } from './refund-invoices.ts';
import { settle } from './settle.ts';

export type InvoiceRefunds = ReturnType<typeof createInvoiceRefunds>;

const REFUND_MS = 20_000;
const NO_CREDIT = 'They have no credit to give back. Cancel the order, or write a credit note first.';

type Deps = {
  database: Database;
  provider: CardProvider | undefined;
  refunds: Pick<Refunds, 'requireProvider'>;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  sender(): Sender;
};
/** `entry` is the payment in the ledger. */
type Found = {
  card: CardProvider;
  refund: store.InvoiceRefund;
  payment: payments.InvoicePayment;
  asked: Parameters<typeof askForRefund>[1];
  made: Awaited<ReturnType<typeof store.listOthers>>;
};
type Request = { customer: number; entry: number; amount_cents: number; reason: string; key: string };

export function createInvoiceRefunds({ database, provider, refunds, outbox, audit, now, sender }: Deps) {
  const { db, transaction } = database;
  return { start, execute, compare };

  async function start(request: Request, actor: Person): Promise<void> {
    await refunds.requireProvider();
    const { id, isNew } = await transaction([], (tx) => open(tx, request, actor));
    if (isNew) await execute(id, deadlineIn(REFUND_MS), true);
    const refund = await store.find(db, id);
    if (refund?.state === 'refused') throw notMade(refund);
  }

  async function open(tx: Db, { customer, entry, key, ...refund }: Request, actor: Person) {
    const { amount_cents, reason } = refund;
    const isFirst = await claimKey({ now }, tx, {
      scope: 'POST /api/customers/:id/payments/:entry/refunds',
      key,
      request: { customer, entry, amount_cents, reason },
    });
    const locked = await ledger.lock(tx, customer);
    if (!locked) throw notFound('Customer not found.');
    const repeat = await store.findByRequest(tx, key);
    if (repeat && isFirst) throw alreadySent();
    if (repeat) return { id: repeat.id, isNew: false };
    const paid = await ledger.findPayment(tx, customer, entry);
    const payment = paid?.invoice_payment_id ? await payments.find(tx, paid.invoice_payment_id) : undefined;
    if (!payment) throw notFound('Card payment not found.');
    if (payment.provider !== provider?.name)
      throw conflict(`It was paid through ${payment.provider}. Make the refund there.`);
    const onTheirWay = await store.listOpen(tx, customer);
    if (onTheirWay.some(({ invoice_payment_id }) => invoice_payment_id === payment.id)) throw conflict(ON_ITS_WAY);
    const left = payment.amount_cents - (await store.refundedCents(tx, payment.id));
    const credit = onTheirWay.reduce((rest, { amount_cents }) => rest - amount_cents, -locked.balance_cents);
    const most = Math.min(left, Math.max(0, credit));
    if (most === 0) throw conflict(left === 0 ? 'This payment was refunded already.' : NO_CREDIT);
    if (refund.amount_cents > most) throw conflict(`Only $${formatCents(cents(most))} of it can be refunded.`);
    const created_at = now().toISOString();
    const id = await store.open(tx, {
      ...{ ...refund, invoice_payment_id: payment.id, customer_id: customer, account_id: actor.id, created_at },
      ...{ key: randomUUID(), request_key: key, next_check_at: timeIn(CHECK_AFTER_MS) },
    });
    await audit.record(tx, { actor, action: 'card payment refunded', subject: locked.name, subject_id: customer });
    return { id, isNew: true };
  }

  /** Asks the provider to refund, for the first time or again, and stores the outcome. */
  async function execute(id: number, deadline: Deadline, isFirst = false): Promise<Refund | undefined> {
    const found = await findIn('open', id);
    if (!found) return undefined;
    const { card, refund, asked, made } = found;
    const outcome = await askForRefund(card, asked, { isFirst, checks: refund.checks, made }, deadline);
    if (outcome.is === 'refused') {
      const isClosed = await transaction([], async (tx) => {
        await ledger.lock(tx, refund.customer_id);
        return store.refuse(tx, refund, outcome.text);
      });
      if (!isClosed) return { is: 'unknown' };
    }
    if (outcome.is === 'done' && !(await transaction([], (tx) => recordMade(tx, found, outcome))))
      return { is: 'unknown' };
    return outcome;
  }

  /** Looks at the provider whether it made a refund after all that counts as refused. */
  async function compare(id: number, deadline: Deadline): Promise<Comparison> {
    if ((await store.find(db, id))?.state !== 'refused') return 'compared';
    const found = await findIn('refused', id);
    if (!found) return 'not here';
    const { card, asked, made } = found;
    const outcome = await findMade(card, asked, made, deadline);
    if (outcome === undefined) return 'no answer';
    if (outcome === 'none') return 'compared';
    return (await transaction([], (tx) => recordMade(tx, found, outcome, 'refused'))) ? 'compared' : 'later';
  }

  async function findIn(state: 'open' | 'refused', id: number): Promise<Found | undefined> {
    const refund = await store.find(db, id);
    const payment = refund && (await payments.find(db, refund.invoice_payment_id));
    if (!provider || !payment?.payment_id || payment.provider !== provider.name || refund?.state !== state)
      return undefined;
    const { key, amount_cents, created_at: since } = refund;
    const asked = { key, paymentId: payment.payment_id, amount: cents(amount_cents), since };
    return {
      card: provider,
      refund,
      payment,
      asked,
      made: (await store.listOthers(db, refund)).filter(({ state }) => state === 'done'),
    };
  }

  /** False if it has to be looked up again, because what was found may be another refund of the payment. */
  async function recordMade(
    tx: Db,
    { refund, payment, asked, made }: Found,
    { id: refund_id, pending }: Made,
    from: 'open' | 'refused' = 'open',
  ): Promise<boolean> {
    await ledger.lock(tx, refund.customer_id);
    const others = await store.listOthers(tx, refund);
    if (others.filter(({ state }) => state === 'done').length !== made.length) return false;
    if (from === 'refused' && others.some(({ state }) => state === 'open')) return false;
    const done = { state: 'done', refund_id, next_check_at: pending ? timeIn(PENDING_CHECK_MS) : null } as const;
    if (!(await store.close(tx, refund.id, done, from))) return true;
    await post(tx, refund, payment);
    if (from === 'open') return true;
    const isTwice = others.some((other) => isAgain(refund, other));
    const about = { payment_id: asked.paymentId, order_id: payment.order_id, isTwice, at: timeIn(0) };
    await correctAlert(tx, { ...refund, ...about });
    return true;
  }

  async function post(tx: Db, refund: store.InvoiceRefund, payment: payments.InvoicePayment): Promise<void> {
    const { customer_id, amount_cents, account_id, reason } = refund;
    const at = now().toISOString();
    const balance_cents = await ledger.post(tx, {
      ...{ customer_id, kind: 'reversal', amount_cents, invoice_payment_id: payment.id, day: farmDay(at), at },
      ...{ invoice_number: null, key: null, reverses: null, method: null, account_id },
      note: reason,
    });
    await settle(tx, { customer_id, balance_cents, at });
    const order = await orderStore.find(tx, payment.order_id);
    const { invoice_number, card } = payment;
    const about = { name: order?.name ?? '', orderId: payment.order_id, invoice_number, amount_cents, card };
    if (order?.email) await outbox.queue(tx, invoiceRefundEmail(order.email, about, sender()));
    // The order was refunded while a part of the payment was on its way back.
    const { id: payment_id, order_id, provider: name } = payment;
    if (order?.status === 'refunded')
      await refundInvoices(tx, { order_id, provider: name, payment_id, account_id, reason, at });
  }

  function timeIn(ms: number): string {
    return new Date(now().getTime() + ms).toISOString();
  }
}
