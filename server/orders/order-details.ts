// One order with everything its page shows.
import { certificateUrl } from '#contracts/certificates.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import type { Db } from '#server/database/schema.ts';
import { notFound } from '#server/http-errors.ts';
import { findByOrder as findDispute } from '#server/orders/payment/disputes.store.ts';
import { findCapture } from '#server/orders/payment/payment-attempts.store.ts';
import { listByOrder as listRefunds, type RefundRow } from '#server/orders/payment/refunds.store.ts';
import { type InvoiceRow, listByOrder as listInvoices } from '#server/orders/terms/invoices.store.ts';
import { listAdjustments, listChanges } from './changes/order-changes.store.ts';
import * as orderStore from './order.store.ts';
import * as store from './order-list.store.ts';
import { list as listNotes } from './order-notes.store.ts';
import {
  DEPOSIT,
  findByOrder as findReservation,
  type ReservationRow,
  toReservation,
} from './reservations/reservations.store.ts';
import { find as findShipment } from './shipments.store.ts';

export const ORDER_NOT_FOUND = 'Order not found.';

/** Who looks at it. Only staff see who changed it, and why. Someone who only has the link sees no contact data. */
export type Viewer = 'staff' | 'buyer' | 'link';

export async function loadOrder(db: Db, id: number, viewer: Viewer): Promise<Order> {
  const forStaff = viewer === 'staff';
  const [order, lines, history, refunds, captured, dispute, invoices, notes, shipment] = await Promise.all([
    store.find(db, id),
    orderStore.listLines(db, id),
    store.listEvents(db, id),
    listRefunds(db, id),
    findCapture(db, id),
    forStaff ? findDispute(db, id) : undefined,
    listInvoices(db, id),
    listNotes(db, id),
    findShipment(db, id),
  ]);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  const { view_key: _, account_id: __, amount_cents, refunded_cents, status, ...others } = order;
  const { on_terms, pay_first, customer_id, ...rest } = others;
  // A reservation has no hops, or was changed when they were weighed.
  const reservation = lines.length === 0 || order.version > 1 ? await findReservation(db, id) : undefined;
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
    ...(await loadChanges(db, { ...order, reservation }, viewer)),
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
    ...refundState(refunds, status === 'refunded' ? 0 : (captured?.amount_cents ?? 0), forStaff),
    dispute: dispute ?? null,
  };
}

/** A link may be forwarded, or found in a mailbox years later. */
const noContact = { name: null, email: null, address: null, phone: null, payment_id: null };

const toOrderInvoice = ({ number, due_on, amount_cents, open_cents, view_key }: InvoiceRow, viewer: Viewer) => ({
  ...{ number, due_on, amount: toDollars(cents(amount_cents)), open: toDollars(cents(open_cents)) },
  key: viewer === 'link' ? null : view_key,
});

type Changed = { id: number; version: number; reservation: ReservationRow | undefined };

/** An order that was never changed needs no look. */
async function loadChanges(db: Db, { id, version, reservation }: Changed, viewer: Viewer) {
  const deposit = reservation ? [{ text: DEPOSIT, amount: reservation.deposit_cents / 100 }] : [];
  if (version === 1) return { charges: deposit, changes: [] };
  const [adjustments, changes] = await Promise.all([listAdjustments(db, id), listChanges(db, id)]);
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

/** `captured` is what may go back to the card at most. */
function refundState(refunds: RefundRow[], captured: number, forStaff: boolean) {
  const taken = refunds.filter(({ state }) => state !== 'refused').reduce((sum, each) => sum + each.amount_cents, 0);
  const refunding = refunds.some(({ state }) => state === 'open');
  const left = Math.max(0, captured - taken);
  const refused = refunds.find(({ state, change_id }) => state === 'refused' && change_id !== null);
  return {
    refunding,
    refundable: left > 0 && !refunding,
    refund_left: forStaff ? left / 100 : 0,
    refused_refund:
      forStaff && refused ? { id: refused.id, amount: refused.amount_cents / 100, text: refused.refusal ?? '' } : null,
  };
}
