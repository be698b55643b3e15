// What becomes of the money when an order is worth more or less than before. The order must be locked.
import { cents, formatCents } from '#contracts/money.ts';
import { refundedCents } from '#server/charges/charge-refunds.store.ts';
import { findCapture } from '#server/charges/charges.store.ts';
import { PAUSED } from '#server/charges/refunds.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict } from '#server/http-errors.ts';
import { creditInvoice, creditOrder } from '#server/invoices/credit-notes.ts';
import { invoiceEmail } from '#server/invoices/invoice-emails.ts';
import * as invoices from '#server/invoices/invoices.store.ts';
import { type InvoiceLine, invoiceLines } from '#server/invoices/issue-invoice.ts';
import * as ledger from '#server/invoices/ledger.store.ts';
import type { Changing } from './change-order.ts';
import type { OrderRow } from './order.store.ts';
import { openRefundForChange } from './refund-order.ts';

/** To pay an invoice for what was added to an order that was paid by card. */
const DAYS_TO_PAY = 7;

/** The order as it is after the change. */
type Changed = { order: OrderRow; change_id: number; account_id: number };
/** `money` is for the buyer, unless they were told already. The refund has to be asked for after the commit. */
export type Settled = { money: string; refund?: number; told?: boolean };

/** Invoices what was added. `about` tells the buyer all there is to say about it. */
export async function invoiceMore(
  tx: Db,
  { order }: Changed,
  { lines, about }: { lines: InvoiceLine[]; about: string | undefined },
  { outbox, sender, now }: Changing,
): Promise<Settled> {
  const customer = order.customer_id === null ? undefined : await ledger.lock(tx, order.customer_id);
  if (!customer) throw new Error(`Order ${order.id} has no customer.`);
  const days = order.on_terms === 1 ? (customer.terms_days ?? DAYS_TO_PAY) : DAYS_TO_PAY;
  const paper = { customer, days, farm: sender().farm, at: now().toISOString() };
  const invoice = await invoiceLines(tx, order.id, lines, paper);
  const what = lines.map(({ text }) => text).join(', ');
  const text = about ?? `This was added to your order ${order.id}: ${what}. Here is the invoice for it.`;
  if (order.email) await outbox.queue(tx, invoiceEmail({ ...order, email: order.email }, invoice, sender(), text));
  const money = `The difference is $${dollars(invoice.amount_cents)}. You get invoice ${invoice.number} for it.`;
  return { money, told: about !== undefined };
}

/** What is not paid yet is taken off the invoice; what was paid by card goes back to the card. */
export async function giveBack(
  tx: Db,
  { order, ...change }: Changed,
  amount: number,
  shop: Changing,
): Promise<Settled> {
  const { paused, now, outbox, sender } = shop;
  const paper = { reason: `Order ${order.id} was changed`, key: null, account_id: change.account_id, now: now() };
  const mail = { outbox, sender };
  const isCard = order.on_terms === 0;
  let rest = amount;
  const open = isCard ? (await invoices.listByOrder(tx, order.id)).filter(({ open_cents }) => open_cents > 0) : [];
  for (const { number, open_cents } of open.toReversed()) {
    const part = Math.min(rest, open_cents);
    if (part > 0) await creditInvoice(tx, { ...paper, number, amount_cents: part }, mail);
    rest -= part;
  }
  const capture = isCard ? await findCapture(tx, order.id) : undefined;
  const left = capture ? capture.amount_cents - (await refundedCents(tx, capture.id)) : 0;
  if (rest > 0 && left > 0 && paused) throw conflict(PAUSED);
  const refund =
    rest > 0 && left > 0 ? await openRefundForChange(shop, tx, order, { ...change, amount_cents: rest }) : undefined;
  rest -= refund?.amount_cents ?? 0;
  if (rest > 0) rest -= await creditOrder(tx, { ...paper, order_id: order.id, amount_cents: rest }, mail);
  if (rest > 0) throw conflict(`The buyer has paid $${dollars(rest)} less than this would give back.`);
  return refund
    ? {
        refund: refund.id,
        money: `$${dollars(refund.amount_cents)} is going back to your card; your bank may take a few days to show it.`,
      }
    : { money: `We took $${dollars(amount)} off your invoice.` };
}

const dollars = (amount: number): string => formatCents(cents(amount));
