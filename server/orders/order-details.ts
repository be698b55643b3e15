// One order with everything its page shows.
import { certificateUrl } from '#contracts/certificates.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import type { RefundRow } from '#server/charges/charge-refunds.store.ts';
import type { Db } from '#server/database/schema.ts';
import { notFound } from '#server/http-errors.ts';
import type { CardCredit } from '#server/invoices/card-credits.store.ts';
import type { InvoiceRow } from '#server/invoices/invoices.store.ts';
import { DEPOSIT, toReservation } from '#server/reservations/reservations.store.ts';
import * as store from './order-list.store.ts';
import { readOrders, type StoredOrder } from './stored-orders.ts';

export const ORDER_NOT_FOUND = 'Order not found.';

/** Who looks at it. Only staff see who changed it, and why. Someone who only has the link sees no contact data. */
export type Viewer = 'staff' | 'buyer' | 'link';

export async function loadOrder(db: Db, id: number, viewer: Viewer): Promise<Order> {
  const [order] = await loadOrders(db, [id], viewer);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  return order;
}

/** All of them must exist. */
export async function loadOrders(db: Db, ids: number[], viewer: Viewer): Promise<Order[]> {
  const orders = await readOrders(db, ids);
  if (orders.length < new Set(ids).size) throw notFound(ORDER_NOT_FOUND);
  return orders.map((order) => toOrder(order, viewer));
}

export function toOrder(stored: StoredOrder, viewer: Viewer): Order {
  const forStaff = viewer === 'staff';
  const { view_key: _, account_id: __, amount_cents, refunded_cents, status, ...others } = stored;
  const { lines, history, notes, shipment, reservation, refunds, capture, cardCredit, dispute, invoices, ...row } =
    others;
  const { on_terms, pay_first, customer_id, adjustments: ___, changes: ____, ...rest } = row;
  const shownInvoices = invoices.map((invoice) => toOrderInvoice(invoice, viewer));
  return {
    ...rest,
    ...(viewer === 'link' && noContact),
    status: store.publicStatus(status),
    lines: lines.map(({ price_cents, lots, ...line }) => ({
      ...line,
      price: toDollars(cents(price_cents)),
      amount: toDollars(lineAmount(cents(price_cents), line.pounds)),
      lots: lots.map(({ certificate, ...lot }) => ({ ...lot, certificate_url: certificateUrl(certificate) })),
    })),
    ...toChanges(stored, viewer),
    total: toDollars(cents(amount_cents)),
    refunded: toDollars(cents(refunded_cents)),
    on_terms: on_terms === 1,
    pay_first: pay_first === 1,
    customer_id: forStaff ? customer_id : null,
    invoice: (on_terms === 1 && shownInvoices[0]) || null,
    invoices: shownInvoices,
    reservation: reservation ? toReservation(reservation) : null,
    shipment: shipment ?? null,
    history: history.map(({ who, note, status: eventStatus, ...event }) => ({
      ...event,
      status: store.publicStatus(eventStatus),
      who: forStaff ? who : null,
      note: forStaff || eventStatus !== 'refunded' ? note : null,
    })),
    notes: notes
      .filter(({ for_buyer }) => forStaff || for_buyer === 1)
      .map(({ for_buyer, who, ...note }) => ({ ...note, for_buyer: for_buyer === 1, who: forStaff ? who : null })),
    ...refundState(refunds, {
      captured: status === 'refunded' ? 0 : (capture?.amount_cents ?? 0),
      cardCredit,
      forStaff,
    }),
    dispute: (forStaff && dispute) || null,
  };
}

/** A link may be forwarded, or found in a mailbox years later. */
const noContact = { name: null, email: null, address: null, phone: null, payment_id: null };

type OwnInvoice = Omit<InvoiceRow, 'order_id'>;

const toOrderInvoice = ({ number, due_on, amount_cents, open_cents, view_key }: OwnInvoice, viewer: Viewer) => ({
  ...{ number, due_on, amount: toDollars(cents(amount_cents)), open: toDollars(cents(open_cents)) },
  key: viewer === 'link' ? null : view_key,
});

function toChanges({ version, reservation, adjustments, changes }: StoredOrder, viewer: Viewer) {
  const deposit = reservation ? [{ text: DEPOSIT, amount: reservation.deposit_cents / 100 }] : [];
  if (version === 1) return { charges: deposit, changes: [] };
  const charges = [
    ...deposit,
    ...adjustments
      .filter(({ kind }) => kind !== 'refund')
      .map(({ text, amount_cents }) => ({ text, amount: amount_cents / 100 })),
  ];
  const takenOff = charges.findIndex(({ text, amount }) => text === DEPOSIT && amount === -(deposit[0]?.amount ?? 0));
  return {
    // The weight took the deposit off again: together they say nothing.
    charges:
      reservation?.state === 'weighed' ? charges.filter((_, index) => index !== 0 && index !== takenOff) : charges,
    changes: changes
      .map(({ lines, who, reason, ...change }) => ({
        ...change,
        lines: lines.filter(({ contact }) => !contact || viewer !== 'link').map(({ text }) => text),
        who: viewer === 'staff' ? who : null,
        reason: viewer === 'staff' ? reason : null,
      }))
      .filter(({ lines }) => lines.length > 0),
  };
}

type Refundable = {
  /** What may go back to the card at most. */
  captured: number;
  /** Of an order that is over. */
  cardCredit: Omit<CardCredit, 'order_id'> | undefined;
  forStaff: boolean;
};

function refundState(refunds: Omit<RefundRow, 'order_id'>[], { captured, cardCredit, forStaff }: Refundable) {
  const taken = refunds.filter(({ state }) => state !== 'refused').reduce((sum, each) => sum + each.amount_cents, 0);
  const refunding =
    refunds.some(({ state }) => state === 'open') || (cardCredit?.payments.some(({ is_open }) => is_open) ?? false);
  const left = Math.max(0, captured - taken) + (cardCredit?.left ?? 0);
  const refused = refunds.find(({ state, change_id }) => state === 'refused' && change_id !== null);
  return {
    refunding,
    refundable: left > 0 && !refunding,
    refund_left: forStaff ? left / 100 : 0,
    refused_refund:
      forStaff && refused ? { id: refused.id, amount: refused.amount_cents / 100, text: refused.refusal ?? '' } : null,
  };
}
