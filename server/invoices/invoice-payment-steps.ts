// The steps that decide a card payment of an invoice. The payment takes them, or the reconciler if the process died.
import { farmDay } from '#contracts/dates.ts';
import type { ChargeFailure } from '#server/charges/charge-once.ts';
import * as store from '#server/charges/invoice-payments.store.ts';
import type { Payment } from '#server/charges/providers/provider.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/database/schema.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { CHECK_AFTER_MS } from '#server/orders/order-transitions.ts';
import { invoicePaidEmail, invoicePaidNotices, invoicePaymentFailedEmail } from './invoice-payment-emails.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';
import { settle } from './settle.ts';

export type InvoicePaymentSteps = ReturnType<typeof createInvoicePaymentSteps>;

type Deps = { outbox: Outbox; now: Clock; sender(): Sender };

const CHANGED = 'The invoice changed while you were paying. Nothing was charged. Please open it again.';

export function createInvoicePaymentSteps({ outbox, now, sender }: Deps) {
  return { markApproved, markPaid, fail };

  /** From here on the payment is rolled forward. False if it is no longer open, or less is owed by now. */
  async function markApproved(tx: Db, id: number, payment: Payment): Promise<boolean> {
    const found = await lock(tx, id);
    if (!found) return false;
    const invoice = await invoices.find(tx, found.invoice_number);
    if (!invoice || invoice.open_cents < found.amount_cents) {
      const failure = { failure: CHANGED, failure_status: 409, next_check_at: null };
      await store.move(tx, id, { from: 'open', to: 'voided', ...failure });
      return false;
    }
    const next_check_at = new Date(now().getTime() + CHECK_AFTER_MS).toISOString();
    const set = { payment_id: payment.id, card: payment.card, next_check_at };
    return store.move(tx, id, { from: 'open', to: 'approved', ...set });
  }

  /** The money is captured: the ledger says so, and the emails are queued in the same transaction. */
  async function markPaid(tx: Db, id: number): Promise<void> {
    const found = await lock(tx, id);
    if (!found || !(await store.move(tx, id, { from: 'approved', to: 'captured', next_check_at: null }))) return;
    const { customer_id, order_id, invoice_number, amount_cents, card } = found;
    const at = now().toISOString();
    const balance_cents = await ledger.post(tx, {
      ...{ customer_id, kind: 'payment', amount_cents: -amount_cents, invoice_payment_id: id, day: farmDay(at), at },
      ...{ invoice_number: null, key: null, reverses: null, method: null, account_id: null },
      note: `Invoice ${invoice_number}`,
    });
    await settle(tx, { customer_id, balance_cents, at, first: invoice_number });
    const [order, invoice] = await Promise.all([orderStore.find(tx, order_id), invoices.find(tx, invoice_number)]);
    if (!order || !invoice) throw new Error(`Invoice ${invoice_number} does not exist.`);
    const paid = { invoice, order, amount_cents, card };
    const toPayer = order.email ? [invoicePaidEmail(order.email, paid, sender())] : [];
    await outbox.queue(tx, ...toPayer, ...invoicePaidNotices(paid, sender()));
  }

  /** Nothing was captured. The invoice stays open and can be paid again. */
  async function fail(
    tx: Db,
    id: number,
    { text, status, attempt, committed, tellByEmail }: ChargeFailure & { tellByEmail: boolean },
  ): Promise<void> {
    const from = committed ? 'approved' : 'open';
    const set = { failure: text, failure_status: status, next_check_at: null };
    if (!(await store.move(tx, id, { from, to: attempt, ...set })) || !tellByEmail) return;
    const found = await store.find(tx, id);
    if (!found) return;
    const [order, invoice] = await Promise.all([
      orderStore.find(tx, found.order_id),
      invoices.find(tx, found.invoice_number),
    ]);
    if (order?.email && invoice)
      await outbox.queue(tx, invoicePaymentFailedEmail(order.email, { invoice, order, text }, sender()));
  }
}

/** With its customer, as everything does that changes what they owe. */
async function lock(tx: Db, id: number): Promise<store.InvoicePayment | undefined> {
  const payment = await store.lock(tx, id);
  if (payment) await ledger.lock(tx, payment.customer_id);
  return payment;
}
