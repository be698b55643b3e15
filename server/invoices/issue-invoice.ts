// Writes the invoice of an order, and that the customer owes it. Call with the customer locked.
import type { Person } from '#contracts/accounts.ts';
import { farmDay } from '#contracts/dates.ts';
import { addressLine, type Farm } from '#contracts/farm.ts';
import { lotLabel, lotNumbers } from '#contracts/lot-text.ts';
import { cents } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { PaymentMethod } from '#contracts/terms.ts';
import type { Db } from '#server/database/schema.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { newViewKey } from '#server/view-key.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';
import { settle } from './settle.ts';

type Terms = { customer: ledger.TermsRow; days: number; farm: Farm; at: string };
export type InvoiceLine = {
  text: string;
  pounds: number | null;
  price_cents: number | null;
  amount_cents: number;
  /** For the books. */
  product?: string;
  lot?: string | null;
};

/** For the whole order. */
export async function issueInvoice(tx: Db, order_id: number, terms: Terms) {
  const lines = await orderStore.listLines(tx, order_id);
  return invoiceLines(
    tx,
    order_id,
    lines.map(({ name, lots, price_cents, pounds }) => ({
      text: [name, lotLabel(lots, pounds)].filter(Boolean).join(', '),
      ...{ product: name, lot: lotNumbers(lots, pounds) || null },
      ...{ price_cents, pounds, amount_cents: lineAmount(cents(price_cents), pounds) },
    })),
    terms,
  );
}

/** For what was added to an order later. */
export async function invoiceLines(
  tx: Db,
  order_id: number,
  lines: InvoiceLine[],
  { customer, days, farm, at }: Terms,
): Promise<invoices.InvoiceRow> {
  const order = await orderStore.find(tx, order_id);
  if (!order) throw new Error(`Order ${order_id} does not exist.`);
  const day = farmDay(at);
  const amount_cents = lines.reduce((sum, line) => sum + line.amount_cents, 0);
  const number = await invoices.insert(tx, {
    ...{ kind: 'invoice', credits: null, customer_id: customer.id, order_id, amount_cents, open_cents: amount_cents },
    ...{ view_key: newViewKey(), issued_at: at, issued_on: day, due_on: addDays(day, days) },
    bill_to: JSON.stringify({
      name: customer.company || order.name,
      lines: [customer.company && order.name, order.address, order.phone, order.email].filter(Boolean),
    }),
    seller: JSON.stringify({ name: farm.brand, lines: sellerLines(farm) }),
    lines: JSON.stringify(lines),
  });
  const balance_cents = await ledger.post(tx, {
    ...{ customer_id: customer.id, kind: 'invoice', amount_cents, invoice_number: number, day, at },
    ...{ key: null, reverses: null, method: null, note: '', account_id: null },
  });
  await settle(tx, { customer_id: customer.id, balance_cents, at });
  return requireInvoice(tx, number);
}

const sellerLines = (farm: Farm): string[] => [
  addressLine(farm),
  farm.phone,
  farm.email,
  ...(farm.tax_id ? [`Tax ID ${farm.tax_id}`] : []),
];

/** Paid at the desk. The money is for this invoice, even if older ones are open. */
export async function payInvoice(
  tx: Db,
  number: number,
  { method, actor, at }: { method: PaymentMethod; actor: Person; at: string },
): Promise<void> {
  const { customer_id, amount_cents } = await requireInvoice(tx, number);
  const balance_cents = await ledger.post(tx, {
    ...{
      customer_id,
      kind: 'payment',
      amount_cents: -amount_cents,
      invoice_number: null,
      method,
      day: farmDay(at),
      at,
    },
    ...{ key: null, reverses: null, note: `Invoice ${number}`, account_id: actor.id },
  });
  await settle(tx, { customer_id, balance_cents, at, first: number });
}

async function requireInvoice(tx: Db, number: number): Promise<invoices.InvoiceRow> {
  const invoice = await invoices.find(tx, number);
  if (!invoice) throw new Error(`Invoice ${number} does not exist.`);
  return invoice;
}
