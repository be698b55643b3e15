// What the shop writes about an order, to the buyer and to the farm.
import { farm } from '#content/farm.ts';
import { formatPounds as inPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { describePacking, lineAmount, packBags } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email, EmailPart } from '#server/mail/email-template.ts';
import type { OrderRow } from './order.store.ts';

type Line = { name: string; price_cents: number; pounds: number; lot_number: string | null };
type OrderWithEmail = OrderRow & { email: string };

export function confirmationEmail(order: OrderWithEmail, lines: Line[], siteUrl: string): Email {
  return {
    recipient: order.email,
    subject: `Your order ${order.id} at ${farm.brand}`,
    parts: [
      `Hello ${order.name},`,
      'thank you. Your card was charged once, and this is what we bag for you:',
      ...orderSummary(order, lines),
      order.location_option === 'delivery'
        ? 'We call you to agree on a day for the delivery.'
        : 'We call you when it is ready to be picked up.',
      orderLink(order, siteUrl),
    ],
  };
}

export function farmNoticeEmail(order: OrderRow, lines: Line[], siteUrl: string): Email {
  const { name, phone, email, address, location_option } = order;
  return {
    recipient: farm.email,
    subject: `Order ${order.id}: ${inPounds(order.pounds)}, ${location_option}`,
    parts: [
      `A paid order from ${name}.`,
      ...orderSummary(order, lines),
      {
        rows: [
          ['Phone', phone],
          ['E-mail', email ?? 'N/A'],
          ['Address', address ?? 'N/A'],
          ['Location option', location_option],
        ],
      },
      { link: siteUrl + pagePaths.order(order.id), label: `Open order ${order.id}` },
    ],
  };
}

const statusTexts = {
  ready: 'is bagged and ready.',
  completed: 'is completed. Thank you, and good brewing.',
  cancelled: 'was cancelled.',
  refunded: 'was refunded. The money goes back to your card; your bank may take some days to show it.',
};

export type NotifiedStatus = keyof typeof statusTexts;

export function statusEmail(order: OrderWithEmail, status: NotifiedStatus, siteUrl: string): Email {
  return {
    recipient: order.email,
    subject: `Your order ${order.id} at ${farm.brand}: ${status}`,
    parts: [`Hello ${order.name},`, `your order ${order.id} ${statusTexts[status]}`, orderLink(order, siteUrl)],
  };
}

function orderSummary({ amount_cents, pounds }: OrderRow, lines: Line[]): EmailPart[] {
  const rows = lines.map(({ name, price_cents, pounds: each, lot_number }): [string, string] => [
    `${name}${lot_number ? `, lot ${lot_number}` : ''}, ${inPounds(each)} at $${formatCents(cents(price_cents))}`,
    `$${formatCents(lineAmount(cents(price_cents), each))}`,
  ]);
  return [
    { rows: [...rows, [`Total, ${inPounds(pounds)}`, `$${formatCents(cents(amount_cents))}`]] },
    `Bags: ${lines.map((line) => `${line.name}: ${describePacking(packBags(line.pounds))}`).join('; ')}.`,
  ];
}

const orderLink = ({ id, view_key }: OrderRow, siteUrl: string): EmailPart => ({
  link: `${siteUrl}${pagePaths.order(id)}?key=${view_key}`,
  label: `See order ${id}`,
});
