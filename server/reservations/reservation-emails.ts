// Emails about a reservation, to the buyer and to the farm.
import { formatDay } from '#contracts/dates.ts';
import { addressLine } from '#contracts/farm.ts';
import { formatTime } from '#contracts/harvest-steps.ts';
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { type CalendarEntry, writeCalendar } from '#server/calendar.ts';
import type { Email, EmailPart, Sender } from '#server/mail/email-template.ts';
import type { OrderRow } from '#server/orders/order.store.ts';
import { orderLink } from '#server/orders/order-emails.ts';
import type { ReservationRow } from './reservations.store.ts';

/** The deposit is paid. */
export function reservedEmails(order: OrderRow, reservation: ReservationRow & { at: string }, sender: Sender): Email[] {
  const { name, email } = order;
  const pickup = pickupOf(reservation);
  const toBuyer: Email[] = email
    ? [
        {
          ...{ recipient: email, orderId: order.id },
          ...(pickup && { calendar: writeCalendar([pickupEntry(order, reservation, pickup)], sender) }),
          subject: `Reserved: ${what(reservation)} at ${sender.farm.brand}`,
          parts: [
            `Hi ${name},`,
            'Your hops are reserved, and your card has been charged for the deposit.',
            summary(order, reservation, sender),
            reservation.kind === 'wet'
              ? 'We weigh your hops when they are picked. Then you get a link to pay what is left, by their final weight.'
              : 'We weigh your hops when they are dried. Then you get a link to pay what is left, by their final weight.',
            `If your plans change, call us at ${sender.farm.phone}.`,
            orderLink(order, sender),
          ],
        },
      ]
    : [];
  const notices = sender.farm.order_notices.map((recipient) => ({
    ...{ recipient, orderId: order.id },
    subject: `Reservation ${order.id}: ${what(reservation)}`,
    parts: [
      `${name} reserved ${what(reservation)}, and paid the deposit.`,
      summary(order, reservation, sender),
      {
        rows: [['Phone', order.phone] satisfies [string, string], ['Email', email ?? 'N/A'] satisfies [string, string]],
      },
      { link: sender.siteUrl + pagePaths.order(order.id), label: `Open order ${order.id}` },
    ],
  }));
  return [...toBuyer, ...notices];
}

type Holder = Pick<OrderRow, 'id' | 'name' | 'view_key'> & { email: string };

/** The day of the harvest or of the pickup has changed. `harvest` is the entry of the harvest. */
export function movedEmail(
  order: Holder,
  reservation: ReservationRow & { at: string; harvest: CalendarEntry },
  sender: Sender,
): Email {
  const { hop, expected_on, harvest } = reservation;
  const pickup = pickupOf(reservation);
  return {
    ...{ recipient: order.email, orderId: order.id },
    calendar: writeCalendar([pickup ? pickupEntry(order, reservation, pickup) : harvest], sender),
    subject: pickup
      ? `Your pickup of ${hop}: now ${formatDay(pickup.day)}`
      : `${hop} harvest: now ${formatDay(expected_on)}`,
    parts: [
      `Hi ${order.name},`,
      pickup
        ? `The pickup of the ${what(reservation)} that you reserved is now on ${formatPickup(pickup)}. The attached calendar entry replaces the old one.`
        : `We now expect to pick the ${what(reservation)} that you reserved on ${formatDay(expected_on)}. The attached calendar entry has the new day.`,
      `If that doesn't suit you, call us at ${sender.farm.phone}.`,
      orderLink(order, sender),
    ],
  };
}

/** Adds to the email about an order that ended what takes its pickup off the calendar, if it had one until now. */
export function withCanceledPickup(
  email: Email,
  order: Pick<OrderRow, 'id'>,
  reservation: (ReservationRow & { at: string }) | undefined,
  sender: Sender,
): Email {
  const pickup = reservation?.state === 'held' ? pickupOf(reservation) : undefined;
  if (!reservation || !pickup) return email;
  const { moves, ...entry } = pickupEntry(order, reservation, pickup);
  return {
    ...email,
    calendar: writeCalendar([{ ...entry, moves: moves + 1, status: 'CANCELLED' }], sender),
    parts: [...email.parts, 'The attached entry removes the pickup from your calendar.'],
  };
}

/** 50 lbs of wet Cascade */
const what = ({ pounds, hop, kind }: ReservationRow): string =>
  `${formatPounds(pounds)} of ${kind === 'wet' ? 'wet ' : ''}${hop}`;

type Pickup = { day: string; from: string; to: string };

const pickupOf = ({ day, starts, ends }: ReservationRow): Pickup | undefined =>
  day && starts && ends ? { day, from: starts, to: ends } : undefined;

const formatPickup = ({ day, from, to }: Pickup): string =>
  `${formatDay(day)}, ${formatTime(from)} to ${formatTime(to)}`;

function summary(order: OrderRow, reservation: ReservationRow, { farm }: Sender): EmailPart {
  const { price_cents, pounds, deposit_cents, expected_on } = reservation;
  const price = cents(price_cents);
  const pickup = pickupOf(reservation);
  return {
    rows: [
      ['Reserved', `${what(reservation)} at $${formatCents(price)} per lb`],
      pickup ? ['Pickup', formatPickup(pickup)] : ['Harvest', `about ${formatDay(expected_on)}`],
      ...(pickup ? [['Where', `The barn, ${addressLine(farm)}`] satisfies [string, string]] : []),
      ['Price, about', `$${formatCents(lineAmount(price, pounds))}`],
      ['Deposit paid', `$${formatCents(cents(deposit_cents))}`],
      ['Order', String(order.id)],
    ],
  };
}

function pickupEntry(
  { id }: Pick<OrderRow, 'id'>,
  { uid, ...reservation }: ReservationRow & { at: string },
  pickup: Pickup,
): CalendarEntry {
  return {
    ...{ uid: `${uid}-${reservation.id}`, moves: reservation.day_moves ?? 0, status: 'CONFIRMED' },
    ...{ day: pickup.day, window: pickup, path: pagePaths.order(id), updated_at: reservation.at },
    summary: `Pick up ${what({ ...reservation, uid })}`,
    description: `Reserved with order ${id}.`,
  };
}
