// Emails about card payments of invoices.
import { formatDay } from '#contracts/dates.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email, EmailPart, Sender } from '#server/mail/email-template.ts';
import type { OrderRow } from '#server/orders/order.store.ts';
import { payLink } from './invoice-emails.ts';
import type { InvoiceRow } from './invoices.store.ts';

type About = { invoice: InvoiceRow; order: OrderRow };
type Paid = About & { amount_cents: number; card: string | null };

export const invoicePaidEmail = (recipient: string, { invoice, order, ...paid }: Paid, sender: Sender): Email => ({
  ...{ recipient, orderId: order.id },
  subject: `We received your payment for invoice ${invoice.number}: ${sender.farm.brand}`,
  parts: [
    `Hi ${order.name},`,
    order.status === 'cancelled' || order.status === 'refunded'
      ? `Order ${order.id} was ${order.status === 'cancelled' ? 'canceled' : 'refunded'} while you paid invoice ${invoice.number}. We will give the money back to your card, and you will get another email when we do.`
      : invoice.open_cents === 0
        ? `Thank you. Invoice ${invoice.number} is paid.`
        : `Thank you. $${formatCents(cents(invoice.open_cents))} of invoice ${invoice.number} is still open, due ${formatDay(invoice.due_on)}.`,
    rows({ invoice, order, ...paid }),
    {
      link: `${sender.siteUrl}${pagePaths.invoice(invoice.number)}?key=${invoice.view_key}`,
      label: `Open invoice ${invoice.number}`,
    },
  ],
});

/** To everyone who gets order notices. */
export const invoicePaidNotices = (paid: Paid, { farm, siteUrl }: Sender): Email[] =>
  farm.order_notices.map((recipient) => ({
    ...{ recipient, orderId: paid.order.id },
    subject: `Invoice ${paid.invoice.number} was paid by card`,
    parts: [
      `${paid.order.name} paid invoice ${paid.invoice.number} by card.`,
      rows(paid),
      { link: `${siteUrl}${pagePaths.order(paid.order.id)}`, label: `Open order ${paid.order.id}` },
    ],
  }));

/** For someone who was told that the payment is being confirmed. */
export const invoicePaymentFailedEmail = (
  recipient: string,
  { invoice, order, text }: About & { text: string },
  sender: Sender,
): Email => ({
  ...{ recipient, orderId: order.id },
  subject: `Your payment for invoice ${invoice.number} did not go through: ${sender.farm.brand}`,
  parts: [`Hi ${order.name},`, text, `Invoice ${invoice.number} is still open.`, payLink(invoice, sender)],
});

type Refunded = { name: string; orderId: number; invoice_number: number; amount_cents: number; card: string | null };

export const invoiceRefundEmail = (
  recipient: string,
  { name, orderId, invoice_number, amount_cents, card }: Refunded,
  { farm }: Sender,
): Email => ({
  ...{ recipient, orderId },
  subject: `Your refund from ${farm.brand}`,
  parts: [
    `Hi ${name},`,
    `We gave back $${formatCents(cents(amount_cents))} of what you paid for invoice ${invoice_number}${card ? ` with your card, ${card}` : ''}. Your bank may take a few days to show it.`,
  ],
});

const rows = ({ invoice, order, amount_cents, card }: Paid): EmailPart => ({
  rows: [
    ['Invoice', String(invoice.number)],
    ['Order', String(order.id)],
    ['Amount', `$${formatCents(cents(amount_cents))}`],
    ...(card ? [['Card', card] satisfies [string, string]] : []),
  ],
});
