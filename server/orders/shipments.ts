// How an order travels: staff set the carrier and the tracking number, and the buyer hears of it.
import type { Person } from '#contracts/accounts.ts';
import type { Shipped } from '#contracts/carriers.ts';
import { isSold } from '#contracts/ordering-rules.ts';
import type { ShipmentChange } from '#contracts/shipments.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { lock, type OrderRow } from './order.store.ts';
import { loadOrder, ORDER_NOT_FOUND } from './order-details.ts';
import { shipmentEmail } from './order-emails.ts';
import { publicStatus } from './order-list.store.ts';
import * as store from './shipments.store.ts';

export type Shipments = ReturnType<typeof createShipments>;

type Deps = { database: Database; outbox: Outbox; audit: AuditWriter; now: Clock; sender(): Sender };

export function createShipments({ database: { db, transaction }, outbox, audit, now, sender }: Deps) {
  return { set };

  async function set(id: number, { carrier, tracking_number }: ShipmentChange, actor: Person) {
    await transaction([], async (tx) => {
      const order = await lock(tx, id);
      if (!order) throw notFound(ORDER_NOT_FOUND);
      requireTravels(order);
      const before = await store.find(tx, id);
      const shipment = carrier && { carrier, tracking_number };
      if (before?.carrier === shipment?.carrier && before?.tracking_number === shipment?.tracking_number) return;
      if (shipment) await save(tx, order, shipment, actor);
      else await store.remove(tx, id);
      const action = shipment ? 'shipment set' : 'shipment removed';
      await audit.record(tx, { actor, action, subject: `Order ${id}`, subject_id: id });
    });
    return { data: await loadOrder(db, id, 'staff') };
  }

  async function save(tx: Db, order: OrderRow, shipment: Shipped, actor: Person): Promise<void> {
    await store.save(tx, { order_id: order.id, ...shipment, at: now().toISOString(), account_id: actor.id });
    // Before that, the email that says it is ready has the number.
    const wasTold = order.status === 'ready' || order.status === 'completed';
    if (wasTold && order.email)
      await outbox.queue(tx, shipmentEmail({ ...order, email: order.email }, shipment, sender()));
  }
}

function requireTravels({ location_option, status, on_terms }: OrderRow): void {
  if (location_option !== 'delivery') throw conflict('This order is picked up, so it has no carrier.');
  const shown = publicStatus(status);
  if (!isSold(status, on_terms === 1)) throw conflict(`This order is ${shown}, so it has no carrier.`);
}
