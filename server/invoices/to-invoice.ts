// Invoices as the API returns them.
import type { Invoice, ListedInvoice } from '#contracts/terms.ts';
import type { InvoiceRow } from './invoices.store.ts';

type StoredLine = { text: string; pounds: number | null; price_cents: number | null; amount_cents: number };

export const toListed = (row: Omit<InvoiceRow, 'po_number' | 'terms_account_id'>): ListedInvoice => ({
  ...{ number: row.number, kind: row.kind, order_id: row.order_id, issued_on: row.issued_on, due_on: row.due_on },
  ...{ amount: row.amount_cents / 100, open: row.open_cents / 100, key: row.view_key },
});

export function toInvoice(row: InvoiceRow): Invoice {
  const lines: StoredLine[] = JSON.parse(row.lines);
  return {
    ...toListed(row),
    credits: row.credits,
    po_number: row.po_number,
    seller: JSON.parse(row.seller),
    bill_to: JSON.parse(row.bill_to),
    lines: lines.map(({ text, pounds, price_cents, amount_cents }) => ({
      ...{ text, pounds, amount: amount_cents / 100 },
      price: price_cents === null ? null : price_cents / 100,
    })),
  };
}
