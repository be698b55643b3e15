// Orders with all their rows. It takes as many statements for fifty orders as for one.
import { listByOrders as listRefunds } from '#server/charges/charge-refunds.store.ts';
import { listCaptures } from '#server/charges/charges.store.ts';
import { listByOrders as listDisputes } from '#server/charges/disputes.store.ts';
import type { Db } from '#server/database/schema.ts';
import { listByOrders as listCardCredits } from '#server/invoices/card-credits.store.ts';
import { listByOrders as listInvoices } from '#server/invoices/invoices.store.ts';
import { listByOrders as listReservations } from '#server/reservations/reservations.store.ts';
import { listLinesOf } from './order.store.ts';
import { listAdjustments, listChanges } from './order-changes.store.ts';
import { listEvents, listStored } from './order-list.store.ts';
import { list as listNotes } from './order-notes.store.ts';
import { list as listShipments } from './shipments.store.ts';

export type StoredOrder = Awaited<ReturnType<typeof readOrders>>[number];

/** In this sequence, without those that do not exist. */
export async function readOrders(db: Db, ids: number[]) {
  // PostgreSQL does not take an empty list.
  if (ids.length === 0) return [];
  const [
    orders,
    lines,
    events,
    notes,
    shipments,
    reservations,
    refunds,
    captures,
    credits,
    disputes,
    invoices,
    more,
    changes,
  ] = await Promise.all([
    listStored(db, ids),
    listLinesOf(db, ids),
    byOrder(listEvents(db, ids)),
    byOrder(listNotes(db, ids)),
    byOrder(listShipments(db, ids)),
    byOrder(listReservations(db, ids)),
    byOrder(listRefunds(db, ids)),
    byOrder(listCaptures(db, ids)),
    byOrder(listCardCredits(db, ids)),
    byOrder(listDisputes(db, ids)),
    byOrder(listInvoices(db, ids)),
    byOrder(listAdjustments(db, ids)),
    byOrder(listChanges(db, ids)),
  ]);
  return orders
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((order) => ({
      ...order,
      lines: lines.get(order.id) ?? [],
      history: events(order.id),
      notes: notes(order.id),
      shipment: shipments(order.id)[0],
      reservation: reservations(order.id)[0],
      refunds: refunds(order.id),
      capture: captures(order.id)[0],
      cardCredit: credits(order.id)[0],
      /** The latest. */
      dispute: disputes(order.id)[0],
      invoices: invoices(order.id),
      adjustments: more(order.id),
      changes: changes(order.id),
    }));
}

async function byOrder<Row extends { order_id: number | null }>(
  reading: Promise<Row[]>,
): Promise<(order_id: number) => Omit<Row, 'order_id'>[]> {
  const rows = Map.groupBy(await reading, ({ order_id }) => order_id);
  return (order_id) => (rows.get(order_id) ?? []).map(({ order_id: _, ...row }) => row);
}
