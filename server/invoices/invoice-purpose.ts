// An invoice as what a card pays for: what becomes of it when its charge is authorized, paid, failed or given back. Whatever
// changes what a customer owes locks them first.
import { farmDay } from '#contracts/dates.ts';
import type { Charge } from '#server/charges/charges.store.ts';
import type { ChargeShop, Purpose } from '#server/charges/purpose.ts';
import type { Db } from '#server/database/schema.ts';
import * as orderStore from '#server/orders/order.store.ts';
import {
  invoicePaidEmail,
  invoicePaidNotices,
  invoicePaymentFailedEmail,
  invoiceRefundEmail,
} from './invoice-payment-emails.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';
import { refundInvoices } from './refund-invoices.ts';
import { settle } from './settle.ts';

const CHANGED = {
  text: 'The invoice changed while you were paying. Nothing was charged. Please open it again.',
  status: 409,
};

export const invoicePurpose: Purpose = {
  tags: [],

  receipt: async () => ({}),

  /** Less may be owed by now. */
  async authorized(_shop, tx, charge) {
    await lock(tx, charge);
    const invoice = await requireInvoice(tx, charge);
    return invoice.open_cents < charge.amount_cents ? CHANGED : undefined;
  },

  /** The ledger says so, and the emails are queued in the same transaction. */
  async paid({ outbox, sender, now }, tx, charge) {
    const customer_id = await lock(tx, charge);
    const { invoice_number, amount_cents, card } = charge;
    const at = now().toISOString();
    const balance_cents = await post(tx, charge, {
      customer_id,
      kind: 'payment',
      amount_cents: -amount_cents,
      account_id: null,
      note: `Invoice ${invoice_number}`,
      at,
    });
    await settle(tx, { customer_id, balance_cents, at, first: invoice_number });
    const about = await readAbout(tx, charge);
    const paid = { ...about, amount_cents, card };
    const toPayer = about.order.email ? [invoicePaidEmail(about.order.email, paid, sender())] : [];
    await outbox.queue(tx, ...toPayer, ...invoicePaidNotices(paid, sender()));
  },

  /** The invoice stays open and can be paid again. */
  async failed({ outbox, sender }, tx, charge, { text, tellByEmail }) {
    if (!tellByEmail) return;
    const { order, invoice } = await readAbout(tx, charge);
    if (order.email) await outbox.queue(tx, invoicePaymentFailedEmail(order.email, { invoice, order, text }, sender()));
  },

  async lock(tx, charge) {
    await lock(tx, charge);
  },

  async refunded(shop, tx, refund, charge) {
    const { amount_cents, account_id, reason } = refund;
    const { customer_id } = await requireInvoice(tx, charge);
    const at = shop.now().toISOString();
    const balance_cents = await post(tx, charge, {
      customer_id,
      kind: 'reversal',
      amount_cents,
      account_id,
      note: reason ?? '',
      at,
    });
    await settle(tx, { customer_id, balance_cents, at });
    await tellRefunded(shop, tx, charge, amount_cents);
    // The order was refunded while a part of the payment was on its way back.
    const { id: charge_id, order_id, provider } = charge;
    const order = await orderStore.find(tx, order_id);
    if (order?.status === 'refunded')
      await refundInvoices(tx, { order_id, provider, charge_id, account_id, reason: reason ?? '', at });
  },

  claim: async (_db, { invoice_number }) => ({ holds: true, countedAs: `invoice ${invoice_number} counts it` }),
};

/** Returns the customer. */
async function lock(tx: Db, charge: Charge): Promise<number> {
  const { customer_id } = await requireInvoice(tx, charge);
  await ledger.lock(tx, customer_id);
  return customer_id;
}

async function requireInvoice(db: Db, { invoice_number }: Charge): Promise<invoices.InvoiceRow> {
  const invoice = invoice_number === null ? undefined : await invoices.find(db, invoice_number);
  if (!invoice) throw new Error(`Invoice ${invoice_number} does not exist.`);
  return invoice;
}

async function readAbout(tx: Db, charge: Charge) {
  const [order, invoice] = await Promise.all([orderStore.find(tx, charge.order_id), requireInvoice(tx, charge)]);
  if (!order) throw new Error(`Order ${charge.order_id} does not exist.`);
  return { order, invoice };
}

type Posted = Pick<ledger.Entry, 'customer_id' | 'kind' | 'amount_cents' | 'account_id' | 'note' | 'at'>;

const post = (tx: Db, { id: charge_id }: Charge, entry: Posted): Promise<number> =>
  ledger.post(tx, {
    ...entry,
    charge_id,
    day: farmDay(entry.at),
    invoice_number: null,
    key: null,
    reverses: null,
    method: null,
  });

async function tellRefunded(
  { outbox, sender }: ChargeShop,
  tx: Db,
  { order_id, invoice_number, card }: Charge,
  amount_cents: number,
): Promise<void> {
  const order = await orderStore.find(tx, order_id);
  if (!order?.email) return;
  const about = { name: order.name, orderId: order_id, invoice_number: invoice_number ?? 0, amount_cents, card };
  await outbox.queue(tx, invoiceRefundEmail(order.email, about, sender()));
}
