// Takes back an invoice in part or in full, and tells the buyer. Call with the customer locked.
import { farmDay } from '#contracts/dates.ts';
import { cents, formatCents } from '#contracts/money.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { newViewKey } from '#server/view-key.ts';
import * as cardCredits from './card-credits.store.ts';
import { creditNoteEmail } from './invoice-emails.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';
import { payOrder, settle } from './settle.ts';

type Credit = {
  /** Undefined for all that is left. */
  amount_cents: number | undefined;
  reason: string;
  key: string | null;
  account_id: number | null;
  now: Date;
  /** Written by itself: no change of the order lowers its sales. */
  lowersSales?: boolean;
};

export type Mail = { outbox: Outbox; sender(): Sender };

/** Returns the credit note; undefined if nothing is left to take back. */
export async function creditInvoice(
  tx: Db,
  { number, ...credit }: Credit & { number: number },
  { outbox, sender }: Mail,
): Promise<invoices.InvoiceRow | undefined> {
  const invoice = await invoices.find(tx, number);
  if (invoice?.kind !== 'invoice') throw new Error(`Invoice ${number} does not exist.`);
  const left = invoice.amount_cents - (await invoices.creditedCents(tx, number));
  const { amount_cents = left, reason, key, account_id, now, lowersSales = false } = credit;
  if (left === 0 && credit.amount_cents === undefined) return undefined;
  if (amount_cents > left)
    throw conflict(`Only $${formatCents(cents(left))} is left of invoice ${number}. Nothing was written.`);
  const at = now.toISOString();
  const day = farmDay(at);
  const { customer_id, order_id, bill_to, seller, open_cents } = invoice;
  const customer = await ledger.lock(tx, customer_id);
  if (!customer) throw new Error(`Customer ${customer_id} does not exist.`);
  await invoices.setOpen(tx, number, open_cents - Math.min(open_cents, amount_cents));
  // Before its number, because of the order of locks: it may pay other orders.
  await settle(tx, { customer_id, balance_cents: customer.balance_cents - amount_cents, at });
  await payOrder(tx, order_id, at);
  const note = await invoices.insert(tx, {
    ...{ kind: 'credit note', credits: number, customer_id, order_id, view_key: newViewKey(), bill_to, seller },
    ...{ issued_at: at, issued_on: day, due_on: day, amount_cents, open_cents: 0, lowers_sales: lowersSales ? 1 : 0 },
    lines: JSON.stringify([{ text: reason, pounds: null, price_cents: null, amount_cents }]),
  });
  await ledger.post(tx, {
    ...{ customer_id, kind: 'credit note', amount_cents: -amount_cents, invoice_number: note, day, at, key },
    ...{ reverses: null, method: null, note: reason, account_id },
  });
  const [written, order] = await Promise.all([invoices.find(tx, note), orderStore.find(tx, order_id)]);
  if (written && order?.email) {
    const paid_cents = Math.max(0, amount_cents - open_cents);
    const back = paid_cents > 0 ? await cardCredits.find(tx, order_id) : undefined;
    const to_card_cents = Math.min(
      paid_cents,
      back?.payments.find((each) => each.invoice_number === number)?.left ?? 0,
    );
    const told = { ...written, reason, paid_cents, to_card_cents };
    await outbox.queue(tx, creditNoteEmail({ ...order, email: order.email }, told, sender()));
  }
  return written;
}

type OrderCredit = Credit & { order_id: number };

/** Takes back this much of what an order was invoiced for, newest first, or all that is left of it. Returns how much that was. */
export async function creditOrder(
  tx: Db,
  { order_id, amount_cents, key, ...credit }: OrderCredit,
  mail: Mail,
): Promise<number> {
  const issued = (await invoices.listByOrder(tx, order_id)).toReversed();
  let rest = amount_cents ?? Number.POSITIVE_INFINITY;
  let credited = 0;
  for (const { number, amount_cents: amount } of issued) {
    const part = Math.min(rest, amount - (await invoices.creditedCents(tx, number)));
    if (part <= 0) continue;
    const first = credited === 0 ? key : null;
    await creditInvoice(tx, { ...credit, number, amount_cents: part, key: first }, mail);
    rest -= part;
    credited += part;
  }
  return credited;
}
