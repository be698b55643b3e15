// Refunds through the card provider. The refund is stored with its key before the provider is asked, so it is paid once.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { cents } from '#contracts/money.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { conflict, HttpError, notFound } from '#server/http-errors.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { statusEmail } from '#server/orders/order-emails.ts';
import type { CardProvider } from '#server/payments/provider.ts';
import { CHECK_AFTER_MS, type OrderTransitions } from './order-transitions.ts';
import { capturingProvider } from './payment-attempts.store.ts';
import * as store from './refunds.store.ts';
import type { CopyGuard } from './shop-copy.ts';

export type Refunds = ReturnType<typeof createRefunds>;

const REFUND_MS = 20_000;
/** How long to wait before asking about a pending refund again. */
export const PENDING_CHECK_MS = 60 * 60_000;

type Deps = {
  database: Database;
  provider: CardProvider | undefined;
  copyGuard: Pick<CopyGuard, 'isSuspended'>;
  transitions: OrderTransitions;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  sender(): Sender;
};

/** Who asked for it, and why. */
type Request = { account_id: number | null; reason: string | null };

export function createRefunds({ database, provider, copyGuard, transitions, outbox, audit, now, sender }: Deps) {
  const { db, transaction } = database;
  return { start, execute };

  async function start(orderId: number, actor: Person, reason: string | null): Promise<void> {
    if (!provider) throw new HttpError(503, 'Card payments are not set up. Make the refund at the card provider.');
    if (await copyGuard.isSuspended())
      throw conflict('Payments are paused, because this shop is a copy. See the payments needing attention.');
    await transaction([], async (tx) => {
      const order = await orderStore.find(tx, orderId);
      if (!order) throw notFound('Order not found.');
      const paidThrough = await capturingProvider(tx, orderId);
      if (order.status === 'refunded' || !paidThrough)
        throw conflict('There is nothing to refund: no money was taken, or it was already refunded.');
      if (paidThrough !== provider.name)
        throw conflict(`This order was paid through ${paidThrough}. Make the refund there.`);
      const created_at = now().toISOString();
      const opened = await store.open(tx, {
        order_id: orderId,
        key: randomUUID(),
        amount_cents: order.amount_cents,
        account_id: actor.id,
        reason,
        created_at,
        next_check_at: new Date(now().getTime() + CHECK_AFTER_MS).toISOString(),
      });
      if (!opened) throw conflict('The refund is already on its way.');
      const subject = `Order ${orderId}`;
      await audit.record(tx, { actor, action: 'order refund asked for', subject, subject_id: orderId });
    });
    const outcome = await execute(orderId, deadlineIn(REFUND_MS));
    if (outcome?.is === 'refused') throw conflict(`The refund was not made: ${outcome.text}`);
  }

  /** Asks the provider to refund, for the first time or again, and stores the outcome. */
  async function execute(orderId: number, deadline: Deadline) {
    const [order, refund] = await Promise.all([orderStore.find(db, orderId), store.findOpen(db, orderId)]);
    if (!provider || !order?.payment_id || !refund || (await capturingProvider(db, orderId)) !== provider.name)
      return undefined;
    const { id, key, amount_cents } = refund;
    const outcome = await provider.refund({ key, paymentId: order.payment_id, amount: cents(amount_cents) }, deadline);
    if (outcome.is === 'refused')
      await transaction([], (tx) => store.close(tx, id, { state: 'refused', next_check_at: null }));
    if (outcome.is === 'done')
      await transaction(['products'], async (tx) => {
        const next_check_at = outcome.pending ? new Date(now().getTime() + PENDING_CHECK_MS).toISOString() : null;
        if (!(await store.close(tx, id, { state: 'done', refund_id: outcome.id, next_check_at }))) return;
        await applyRefund(tx, orderId, refund);
      });
    return outcome;
  }

  async function applyRefund(tx: typeof db, id: number, { account_id, reason }: Request): Promise<void> {
    const order = await orderStore.transition(tx, {
      id,
      from: ['authorised', 'paid', 'ready', 'completed', 'cancelled'],
      to: 'refunded',
      at: now().toISOString(),
    });
    if (!order) return;
    // A canceled order has already given its pounds back.
    if (order.was !== 'cancelled') await transitions.restock(tx, id, 'refund', account_id);
    const event = { order_id: id, status: 'refunded', at: now().toISOString(), account_id, note: reason } as const;
    await orderStore.insertEvent(tx, event);
    if (order.email) await outbox.queue(tx, statusEmail({ ...order, email: order.email }, 'refunded', sender()));
  }
}
