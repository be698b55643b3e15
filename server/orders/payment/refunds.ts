// Money back through the card provider. The wish is written down first, with its key: asked twice, it is paid back once.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { cents } from '#contracts/money.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { conflict, HttpError, notFound } from '#server/http-errors.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as checkoutStore from '#server/orders/order.store.ts';
import { statusEmail } from '#server/orders/order-emails.ts';
import { capturingProvider } from '#server/orders/order-list.store.ts';
import type { CardProvider } from '#server/payments/provider.ts';
import { CHECK_AFTER_MS, type OrderTransitions } from './order-transitions.ts';
import * as store from './refunds.store.ts';

export type Refunds = ReturnType<typeof createRefunds>;

const REFUND_MS = 20_000;
/** Until a refund that is on its way is asked after. */
export const PENDING_CHECK_MS = 60 * 60_000;

type Parts = {
  database: Database;
  provider: CardProvider | undefined;
  transitions: OrderTransitions;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  siteUrl(): string;
};

export function createRefunds({ database, provider, transitions, outbox, audit, now, siteUrl }: Parts) {
  const { db, transaction } = database;
  return { start, execute };

  async function start(orderId: number, actor: Person): Promise<void> {
    if (!provider) throw new HttpError(503, 'Card payments are not set up: the refund has to be made at the provider.');
    await transaction([], async (tx) => {
      const order = await checkoutStore.find(tx, orderId);
      if (!order) throw notFound('Order not found.');
      const takenBy = await capturingProvider(tx, orderId);
      if (order.status === 'refunded' || !takenBy)
        throw conflict('There is nothing to refund: no money was taken, or it was given back.', undefined);
      if (takenBy !== provider.name)
        throw conflict(`This order was paid through ${takenBy}: the refund has to be made there.`, undefined);
      const created_at = now().toISOString();
      const opened = await store.open(tx, {
        ...{ order_id: orderId, key: randomUUID(), amount_cents: order.amount_cents, account_id: actor.id, created_at },
        next_check_at: new Date(now().getTime() + CHECK_AFTER_MS).toISOString(),
      });
      if (!opened) throw conflict('The refund is on its way already.', undefined);
      const subject = `Order ${orderId}`;
      await audit.record(tx, { actor, action: 'order refund asked for', subject, subject_id: orderId });
    });
    const outcome = await execute(orderId, deadlineIn(REFUND_MS));
    if (outcome?.is === 'refused') throw conflict(`The refund was not made: ${outcome.text}`, undefined);
  }

  /** Asks the provider, now or again, and takes up what it says. */
  async function execute(orderId: number, until: Deadline) {
    const [order, refund] = await Promise.all([checkoutStore.find(db, orderId), store.findOpen(db, orderId)]);
    if (!provider || !order?.payment_id || !refund || (await capturingProvider(db, orderId)) !== provider.name)
      return undefined;
    const { id, key, amount_cents, account_id } = refund;
    const outcome = await provider.refund({ key, paymentId: order.payment_id, amount: cents(amount_cents) }, until);
    if (outcome.is === 'refused')
      await transaction([], (tx) => store.close(tx, id, { state: 'refused', next_check_at: null }));
    if (outcome.is === 'done')
      await transaction(['products'], async (tx) => {
        const next_check_at = outcome.pending ? new Date(now().getTime() + PENDING_CHECK_MS).toISOString() : null;
        if (!(await store.close(tx, id, { state: 'done', refund_id: outcome.id, next_check_at }))) return;
        await applyRefund(tx, orderId, account_id);
      });
    return outcome;
  }

  async function applyRefund(tx: typeof db, id: number, account_id: number | null): Promise<void> {
    const order = await checkoutStore.transition(tx, {
      id,
      from: ['authorised', 'paid', 'ready', 'completed', 'cancelled'],
      to: 'refunded',
    });
    if (!order) return;
    // A cancelled order has given its pounds back already.
    if (order.was !== 'cancelled') await transitions.restock(tx, id, 'refund', account_id);
    await checkoutStore.insertEvent(tx, { order_id: id, status: 'refunded', at: now().toISOString(), account_id });
    if (order.email) await outbox.queue(tx, statusEmail({ ...order, email: order.email }, 'refunded', siteUrl()));
  }
}
