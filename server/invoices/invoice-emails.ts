// Emails about invoices. Each has its PDF attached.
import { formatDay } from '#contracts/dates.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email, EmailPart, Sender } from '#server/mail/email-template.ts';
import type { OrderRow } from '#server/orders/order.store.ts';
import type { InvoiceRow } from './invoices.store.ts';

type Order = Pick<OrderRow, 'id' | 'name' | 'pounds' | 'po_number' | 'pay_first' | 'view_key'> & { email: string };
type Sent = Pick<InvoiceRow, 'number' | 'credits' | 'due_on' | 'amount_cents' | 'open_cents' | 'view_key'>;

/** `about` says what it is for if it is not the whole order. */
export function invoiceEmail(order: Order, invoice: Sent, sender: Sender, about?: string): Email {
  return {
    ...envelope(order, invoice),
    subject: `Invoice ${invoice.number} for your order ${order.id} at ${sender.farm.brand}`,
    parts: [
      `Hi ${order.name},`,
      about ?? opening(order, invoice),
      invoiceRows(order, invoice, ['Amount', dollars(invoice.amount_cents)]),
      ...payLinks(invoice, sender),
      invoiceLink(invoice, sender),
      { link: `${sender.siteUrl}${pagePaths.order(order.id)}?key=${order.view_key}`, label: `View order ${order.id}` },
    ],
  };
}

/** `paid_cents` of it were paid already, and `to_card_cents` of these go back to the card that paid them. */
type Credited = Sent & { reason: string; paid_cents: number; to_card_cents: number };

export function creditNoteEmail(order: Order, note: Credited, sender: Sender): Email {
  const counts = note.paid_cents - note.to_card_cents;
  return {
    ...envelope(order, note),
    subject: `Credit note ${note.number} for your invoice ${note.credits} at ${sender.farm.brand}`,
    parts: [
      `Hi ${order.name},`,
      `We credited ${dollars(note.amount_cents)} to invoice ${note.credits}.`,
      ...(note.to_card_cents > 0
        ? [
            `You paid ${dollars(note.to_card_cents)} of it by card. We will give that back to your card, and you will get another email when we do.`,
          ]
        : []),
      ...(counts > 0 ? [`You had paid ${dollars(counts)} of it. That counts toward your other invoices.`] : []),
      {
        rows: [
          ['Credit note', String(note.number)],
          ['For invoice', String(note.credits)],
          ['Amount', dollars(note.amount_cents)],
          ['Reason', note.reason],
        ],
      },
      { link: linkTo(note, sender), label: `Open credit note ${note.number}` },
    ],
  };
}

/** `days` until it is due; below zero after that. */
export function reminderEmail(order: Order, invoice: Sent, { days, sender }: { days: number; sender: Sender }): Email {
  const { number, due_on, open_cents } = invoice;
  const [subject, text] = days >= 0 ? dueSoon(number, due_on) : overdue(number, due_on, -days);
  return {
    ...envelope(order, invoice),
    subject: `${subject}: ${sender.farm.brand}`,
    parts: [
      `Hi ${order.name},`,
      text,
      invoiceRows(order, invoice, ['Still open', dollars(open_cents)]),
      ...payLinks(invoice, sender),
      invoiceLink(invoice, sender),
      `If your payment is on its way, thank you: there is nothing more to do. If something is wrong with the invoice, call us at ${sender.farm.phone}.`,
    ],
  };
}

const dueSoon = (number: number, due_on: string): [subject: string, text: string] => [
  `Invoice ${number} is due ${formatDay(due_on)}`,
  `A short reminder: invoice ${number} is due on ${formatDay(due_on)}.`,
];

const overdue = (number: number, due_on: string, days: number): [subject: string, text: string] => [
  `Invoice ${number} is overdue`,
  `Invoice ${number} was due on ${formatDay(due_on)}, ${days === 1 ? 'a day' : `${days} days`} ago, and we have not seen your payment yet.`,
];

function opening({ pay_first }: Order, { open_cents }: Sent): string {
  if (open_cents === 0) return 'Thanks for your order. It is paid, and here is the invoice for your books.';
  return pay_first
    ? "Thanks for your order. Please pay it by card with the link below. We'll bag it as soon as it is paid."
    : "Thanks for your order. We're bagging it, and here is your invoice.";
}

const envelope = (order: Order, { number }: Sent) => ({
  recipient: order.email,
  orderId: order.id,
  invoiceNumber: number,
});

const invoiceRows = (order: Order, { number, due_on }: Sent, amount: [string, string]): EmailPart => ({
  rows: [
    ['Invoice', String(number)],
    ['Order', `${order.id}, ${formatPounds(order.pounds)}`],
    ...(order.po_number ? [['PO number', order.po_number] satisfies [string, string]] : []),
    amount,
    ['Due', formatDay(due_on)],
  ],
});

const invoiceLink = (invoice: Sent, sender: Sender): EmailPart => ({
  link: linkTo(invoice, sender),
  label: `Open invoice ${invoice.number}`,
});

const payLinks = (invoice: Sent, sender: Sender): EmailPart[] =>
  invoice.open_cents > 0 && sender.takesCards ? [payLink(invoice, sender)] : [];

/** Opens the page that takes a card for what is open. */
export const payLink = ({ number, view_key, open_cents }: Sent, { siteUrl }: Sender): EmailPart => ({
  link: `${siteUrl}${pagePaths.pay(number)}?key=${view_key}`,
  label: `Pay ${dollars(open_cents)} by card`,
});

const linkTo = ({ number, view_key }: Sent, { siteUrl }: Sender) =>
  `${siteUrl}${pagePaths.invoice(number)}?key=${view_key}`;

const dollars = (amount_cents: number): string => `$${formatCents(cents(amount_cents))}`;
