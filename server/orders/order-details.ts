// One order with everything its page shows.
import { certificateUrl } from '#contracts/certificates.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { lineAmount } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import type { Db } from '#server/database/schema.ts';
import { notFound } from '#server/http-errors.ts';
import { findByOrder as findDispute } from '#server/orders/payment/disputes.store.ts';
import { capturingProvider } from '#server/orders/payment/payment-attempts.store.ts';
import { findByOrder as findInvoice } from '#server/orders/terms/invoices.store.ts';
import * as orderStore from './order.store.ts';
import * as store from './order-list.store.ts';
import { list as listNotes } from './order-notes.store.ts';
import { find as findShipment } from './shipments.store.ts';

export const ORDER_NOT_FOUND = 'Order not found.';

/** Only staff see who changed the status, and why money was given back. */
export async function loadOrder(db: Db, id: number, forStaff: boolean): Promise<Order> {
  const [order, lines, history, refund, captured, dispute, invoice, notes, shipment] = await Promise.all([
    store.find(db, id),
    orderStore.listLines(db, id),
    store.listEvents(db, id),
    store.findRefund(db, id),
    capturingProvider(db, id),
    forStaff ? findDispute(db, id) : undefined,
    findInvoice(db, id),
    listNotes(db, id),
    findShipment(db, id),
  ]);
  if (!order) throw notFound(ORDER_NOT_FOUND);
  const { view_key: _, account_id: __, amount_cents, status, on_terms, pay_first, customer_id, ...rest } = order;
  return {
    ...rest,
    status: store.publicStatus(status),
    lines: lines.map(({ price_cents, lot_id, lot_number, lot_certificate, ...line }) => ({
      ...line,
      price: toDollars(cents(price_cents)),
      amount: toDollars(lineAmount(cents(price_cents), line.pounds)),
      lot:
        lot_id && lot_number
          ? { id: lot_id, number: lot_number, certificate_url: certificateUrl(lot_certificate) }
          : null,
    })),
    total: toDollars(cents(amount_cents)),
    on_terms: on_terms === 1,
    pay_first: pay_first === 1,
    customer_id: forStaff ? customer_id : null,
    invoice: invoice
      ? {
          number: invoice.number,
          due_on: invoice.due_on,
          open: toDollars(cents(invoice.open_cents)),
          key: invoice.view_key,
        }
      : null,
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
    refunding: refund?.state === 'open',
    refundable: captured !== undefined && status !== 'refunded' && refund?.state !== 'open',
    dispute: dispute ?? null,
  };
}
