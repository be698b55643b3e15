// What is written on an invoice or credit note. The page, its print and the PDF draw the same sheet.
import { formatDay } from './dates.ts';
import { formatDollars, signedDollars } from './money.ts';
import { pagePaths } from './page-paths.ts';
import type { Invoice } from './terms.ts';

export type InvoiceSheet = {
  title: string;
  issued: string;
  parties: { label: string; name: string; lines: string[] }[];
  facts: { label: string; value: string; href?: string }[];
  /** The first is text, the others are numbers. */
  columns: string[];
  lines: string[][];
  total: { label: string; amount: string };
  closing: string | undefined;
};

export const invoiceTitle = ({ kind, number }: Pick<Invoice, 'kind' | 'number'>): string =>
  kind === 'invoice' ? `Invoice ${number}` : `Credit note ${number}`;

export function toInvoiceSheet(invoice: Invoice): InvoiceSheet {
  const { kind, seller, bill_to, order_id, due_on, credits, po_number } = invoice;
  const item = invoice.lines.some(({ pounds }) => pounds !== null) ? 'Hop' : 'Item';
  const order = { label: 'Order', value: String(order_id), href: pagePaths.order(order_id) };
  return {
    title: invoiceTitle(invoice),
    issued: formatDay(invoice.issued_on),
    parties: [
      { label: 'From', ...seller },
      { label: 'Bill to', ...bill_to },
    ],
    facts: [
      ...(kind === 'invoice' ? [{ label: 'Due', value: formatDay(due_on) }] : []),
      ...(credits === null ? [] : [{ label: 'For invoice', value: String(credits) }]),
      order,
      ...(po_number ? [{ label: 'PO number', value: po_number }] : []),
    ],
    columns: kind === 'invoice' ? [item, 'Pounds', 'Per lb', 'Amount'] : ['Reason', 'Amount'],
    lines: invoice.lines.map(({ text, pounds, price, amount }) => [
      text,
      ...(kind === 'invoice'
        ? [(pounds ?? '').toLocaleString('en-US'), price === null ? '' : `$${formatDollars(price)}`]
        : []),
      signedDollars(amount),
    ]),
    total: { label: 'Total', amount: `$${formatDollars(invoice.amount)}` },
    closing: kind === 'invoice' ? closingOf(invoice) : undefined,
  };
}

function closingOf({ amount, open }: Invoice): string {
  if (open === 0) return 'Nothing is open. Thank you.';
  if (open === amount) return `Please pay $${formatDollars(open)}.`;
  return `Paid or credited: $${formatDollars(amount - open)}. Still open: $${formatDollars(open)}.`;
}
