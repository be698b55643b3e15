// Emails about an order, to the buyer and to the farm.
import { carrierNames, type Shipped, trackingUrl } from '#contracts/carriers.ts';
import { addressLine, openingHours } from '#contracts/farm.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { lotLabel } from '#contracts/lot-text.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { describePacking, lineAmount, packBags, stepNames } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Email, EmailPart, Sender } from '#server/mail/email-template.ts';
import type { OrderRow } from './order.store.ts';

type Line = { name: string; price_cents: number; pounds: number; lots: { number: string; pounds: number }[] };
type OrderWithEmail = OrderRow & { email: string };

export function confirmationEmail(order: OrderWithEmail, lines: Line[], sender: Sender): Email {
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `Your order ${order.id} at ${sender.farm.brand}`,
    parts: [
      `Hi ${order.name},`,
      "Thanks for your order. Your card has been charged. We're bagging:",
      ...orderSummary(order, lines),
      order.location_option === 'delivery'
        ? "We'll call you to arrange a delivery day."
        : "We'll call you when it's ready for pickup.",
      progress('paid'),
      orderLink(order, sender),
    ],
  };
}

/** One for each address that wants to know. */
export function farmNoticeEmails(order: OrderRow, lines: Line[], sender: Sender): Email[] {
  const { name, phone, email, address, location_option } = order;
  return sender.farm.order_notices.map((recipient) => ({
    recipient,
    orderId: order.id,
    subject: `Order ${order.id}: ${formatPounds(order.pounds)}, ${location_option}`,
    parts: [
      order.on_terms ? `New order on invoice from ${name}.` : `New paid order from ${name}.`,
      ...orderSummary(order, lines),
      {
        rows: [
          ['Phone', phone],
          ['Email', email ?? 'N/A'],
          ['Address', address ?? 'N/A'],
          ['Location option', location_option],
        ],
      },
      { link: sender.siteUrl + pagePaths.order(order.id), label: `Open order ${order.id}` },
    ],
  }));
}

/** For a buyer who was told that the payment is being confirmed. */
export function failureEmail(order: OrderWithEmail, failure: string, sender: Sender): Email {
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `Your order ${order.id} at ${sender.farm.brand} did not go through`,
    parts: [
      `Hi ${order.name},`,
      `Your order ${order.id} did not go through. ${failure}`,
      'If your bank shows the amount as reserved, it will disappear within a few days.',
      { link: sender.siteUrl + pagePaths.products, label: 'Order again' },
    ],
  };
}

const statusTexts = {
  ready: 'is bagged and ready',
  completed: 'is completed. Thank you, and good brewing.',
  cancelled: 'was canceled.',
  refunded: 'was refunded.',
};

const CANCELED_MONEY =
  'Your card was charged for it. We will give the money back, and you will get another email when we do.';

const goesBack = (amount: number): string =>
  `$${formatCents(cents(amount))} is going back to your card; your bank may take a few days to show it.`;

const CANCELED_INVOICE = 'We took back its invoice, so you owe nothing for it.';

export type NotifiedStatus = keyof typeof statusTexts;

/** `back_cents` go back to the card. */
type OrderWithShipment = OrderWithEmail & { shipment?: Shipped | undefined; back_cents?: number };

export function statusEmail(order: OrderWithShipment, status: NotifiedStatus, sender: Sender): Email {
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `Your order ${order.id} at ${sender.farm.brand}: ${status === 'cancelled' ? 'canceled' : status}`,
    parts: [
      `Hi ${order.name},`,
      `Your order ${order.id} ${statusTexts[status]}${status === 'ready' ? ` for ${order.location_option}.` : ''}`,
      ...(status === 'ready' ? handover(order, sender) : []),
      ...(status === 'ready' || status === 'completed' ? [progress(status)] : []),
      // These emails are only sent for orders that were paid or have an invoice.
      ...(status === 'cancelled' ? [order.on_terms ? CANCELED_INVOICE : CANCELED_MONEY] : []),
      ...(order.back_cents ? [goesBack(order.back_cents)] : []),
      orderLink(order, sender),
    ],
  };
}

/** Part of the money goes back to the card; the order goes on. */
export function partialRefundEmail(
  order: OrderWithEmail,
  refund: { amount_cents: number; texts: string[] },
  sender: Sender,
): Email {
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `A refund for your order ${order.id} at ${sender.farm.brand}`,
    parts: [
      `Hi ${order.name},`,
      `We refunded a part of your order ${order.id}. ${goesBack(refund.amount_cents)}`,
      { rows: refund.texts.map((text) => ['Refunded', text]) },
      orderLink(order, sender),
    ],
  };
}

/** Staff changed the order. `money` says what becomes of the difference. */
export function changeEmail(
  order: OrderWithEmail,
  { texts, money }: { texts: string[]; money: string | undefined },
  sender: Sender,
): Email {
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `Your order ${order.id} at ${sender.farm.brand} was changed`,
    parts: [
      `Hi ${order.name},`,
      `We changed your order ${order.id}:`,
      ...texts,
      { rows: [[`Total now, ${formatPounds(order.pounds)}`, `$${formatCents(cents(order.amount_cents))}`]] },
      ...(money ? [money] : []),
      `If something is wrong with it, call us at ${sender.farm.phone}.`,
      orderLink(order, sender),
    ],
  };
}

export function noteEmail(order: OrderWithEmail, text: string, sender: Sender): Email {
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `About your order ${order.id} at ${sender.farm.brand}`,
    parts: [`Hi ${order.name},`, `About your order ${order.id}:`, text, orderLink(order, sender)],
  };
}

/** For a shipment that was set or changed after the buyer was told that the order is ready. */
export function shipmentEmail(order: OrderWithEmail, shipment: Shipped, sender: Sender): Email {
  return {
    recipient: order.email,
    orderId: order.id,
    subject: `Your order ${order.id} is on its way`,
    parts: [
      `Hi ${order.name},`,
      `Your order ${order.id} is on its way.`,
      ...travel(order, shipment),
      orderLink(order, sender),
    ],
  };
}

function travel({ address, pounds }: OrderRow, shipment: Shipped): EmailPart[] {
  const { carrier, tracking_number } = shipment;
  const url = trackingUrl(shipment);
  return [
    {
      rows: [
        ['Carrier', carrierNames[carrier]],
        ...(tracking_number ? [['Tracking number', tracking_number] satisfies [string, string]] : []),
        ...(address ? [['Where', address] satisfies [string, string]] : []),
        ['What', formatPounds(pounds)],
      ],
    },
    ...(url ? [{ link: url, label: `Track it at ${carrierNames[carrier]}` }] : []),
  ];
}

/** Where and when the buyer gets the hops. */
function handover(order: OrderWithShipment, { farm }: Sender): EmailPart[] {
  const { location_option, address, pounds, shipment } = order;
  if (location_option === 'pickup')
    return [
      {
        rows: [
          ['Where', `The barn, ${addressLine(farm)}`],
          ['When', openingHours(farm)],
          ['What', formatPounds(pounds)],
        ],
      },
      `If you need another time, call us at ${farm.phone}.`,
    ];
  if (shipment && shipment.carrier !== 'own truck') return travel(order, shipment);
  return [
    {
      rows: [
        ['Where', address ?? "We'll ask when we call"],
        ['When', 'The day we arranged by phone'],
        ['What', formatPounds(pounds)],
      ],
    },
    `No day arranged yet? We'll call you, or call us at ${farm.phone}.`,
  ];
}

const steps = ['pending', 'paid', 'ready', 'completed'] as const;

const progress = (current: (typeof steps)[number]): EmailPart => ({
  steps: steps.map((step, index) => ({ name: stepNames[step], done: index <= steps.indexOf(current) })),
});

function orderSummary({ amount_cents, pounds }: OrderRow, lines: Line[]): EmailPart[] {
  const rows = lines.map(({ name, price_cents, pounds: linePounds, lots }): [string, string] => [
    `${[name, lotLabel(lots, linePounds)].filter(Boolean).join(', ')}, ${formatPounds(linePounds)} at $${formatCents(cents(price_cents))}`,
    `$${formatCents(lineAmount(cents(price_cents), linePounds))}`,
  ]);
  return [
    { rows: [...rows, [`Total, ${formatPounds(pounds)}`, `$${formatCents(cents(amount_cents))}`]] },
    `Bags: ${lines.map((line) => `${line.name}: ${describePacking(packBags(line.pounds))}`).join('; ')}.`,
  ];
}

export const orderLink = ({ id, view_key }: Pick<OrderRow, 'id' | 'view_key'>, { siteUrl }: Sender): EmailPart => ({
  link: `${siteUrl}${pagePaths.order(id)}?key=${view_key}`,
  label: `View order ${id}`,
});
