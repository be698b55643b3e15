import { formatDay } from '#contracts/dates.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email, Sender } from '#server/mail/email-template.ts';
import type { OrderRow } from '#server/orders/order.store.ts';
import type { InvoiceRow } from './invoices.store.ts';

export function invoiceEmail(order: OrderRow & { email: string }, invoice: InvoiceRow, sender: Sender): Email {
  const { number, due_on, amount_cents, view_key } = invoice;
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `Invoice ${number} for your order ${order.id} at ${sender.farm.brand}`,
    parts: [
      `Hi ${order.name},`,
      invoice.open_cents === 0
        ? 'Thanks for your order. It is paid, and here is the invoice for your books.'
        : "Thanks for your order. We're bagging it, and here is your invoice.",
      {
        rows: [
          ['Invoice', String(number)],
          ['Order', `${order.id}, ${formatPounds(order.pounds)}`],
          ...(order.po_number ? [['PO number', order.po_number] satisfies [string, string]] : []),
          ['Amount', `$${formatCents(cents(amount_cents))}`],
          ['Due', formatDay(due_on)],
        ],
      },
      { link: `${sender.siteUrl}${pagePaths.invoice(number)}?key=${view_key}`, label: `Open invoice ${number}` },
      { link: `${sender.siteUrl}${pagePaths.order(order.id)}?key=${order.view_key}`, label: `View order ${order.id}` },
    ],
  };
}
