// Refunds through the card provider, in part or of all that is left. A refund is stored with its key before the provider is
// asked, so it is paid once; how much may be refunded is decided with the order locked, so it is never more than was taken.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { cents, formatCents } from '#contracts/money.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { CardProvider } from '#server/charges/providers/provider.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { conflict, HttpError, notFound } from '#server/http-errors.ts';
import { alreadySent } from '#server/idempotency/idempotency.ts';
import type { Sender } from '#server/mail/email-template.ts';
import type { Outbox } from '#server/mail/mail.ts';
import { applyRefund, refundOver } from '#server/orders/apply-refund.ts';
import { claimRefund } from '#server/orders/claim-refund.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { CHECK_AFTER_MS, type OrderTransitions, RESTOCKED, type Stock } from '#server/orders/order-transitions.ts';
import { priceOf } from '#server/orders/record-refund.ts';
import { askForRefund, type Comparison, findMade, type Made, type Refund } from './ask-refund.ts';
import { correctAlert } from './payment-alerts.ts';
import { capturingProvider, findCapture } from './payment-attempts.store.ts';
import * as store from './refunds.store.ts';
import type { CopyGuard } from './shop-copy.ts';

export type Refunds = ReturnType<typeof createRefunds>;

const REFUND_MS = 20_000;
/** How long to wait before asking about a pending refund again. */
export const PENDING_CHECK_MS = 60 * 60_000;
export const PAUSED = 'Payments are paused, because this shop is a copy. See the payments needing attention.';
export const ON_ITS_WAY = 'The refund is already on its way.';
const NO_ANSWER = 'The card provider does not say what became of the first refund. Try again later.';
const NOTHING_LEFT = 'There is nothing to refund: no money was taken, or it was already refunded.';

type Deps = {
  database: Database;
  provider: CardProvider | undefined;
  copyGuard: Pick<CopyGuard, 'isSuspended'>;
  transitions: OrderTransitions;
  stock: Stock;
  outbox: Outbox;
  audit: AuditWriter;
  now: Clock;
  sender(): Sender;
};

/** An amount, or the pounds of certain lines at the price of their line. */
export type PartialRequest = {
  amount_cents: number | undefined;
  lines: store.RefundLine[];
  restock: boolean;
  reason: string;
  /** Made by the browser. */
  key: string;
};
type Found = {
  card: CardProvider;
  refund: store.RefundRow;
  asked: Parameters<typeof askForRefund>[1];
  made: store.RefundRow[];
};
type Opened = Omit<Parameters<typeof store.open>[1], 'order_id' | 'key' | 'created_at' | 'next_check_at'>;

export function createRefunds(deps: Deps) {
  const { database, provider, copyGuard, audit, now } = deps;
  const { db, transaction } = database;
  return {
    ...{ start, startPartial, retry, openForChange, execute, compare, ask, requireProvider },
    isPaused: copyGuard.isSuspended,
  };

  /** Gives back all that is left, and ends the order. If cards paid only its invoices, the reconciler asks for these. */
  async function start(orderId: number, actor: Person, reason: string | null): Promise<void> {
    await requireProvider();
    const id = await transaction([], async (tx) => {
      const order = await requireLocked(tx, orderId);
      if (await refundCardCredits(tx, order, { actor, reason })) return undefined;
      const amount_cents = await refundable(tx, order);
      return open(tx, order, actor, { amount_cents, account_id: actor.id, reason, ends_order: 1, restock: 1 });
    });
    if (id !== undefined) await finish(id, true);
  }

  /** False if the card that paid the order itself comes first, or if no card paid its invoices. */
  async function refundCardCredits(
    tx: Db,
    order: orderStore.OrderRow,
    { actor, reason }: { actor: Person; reason: string | null },
  ): Promise<boolean> {
    const capture = await findCapture(tx, order.id);
    const isCaptureLeft = capture && capture.amount_cents > (await store.refundedCents(tx, order.id));
    if (!provider || isCaptureLeft || !(await refundOver(tx, order, { provider: provider.name, actor, reason }, deps)))
      return false;
    await recordInAudit(tx, order.id, actor);
    return true;
  }

  async function requireLocked(tx: Db, id: number): Promise<orderStore.OrderRow> {
    const order = await lockOrder(tx, id);
    if (!order) throw notFound('Order not found.');
    return order;
  }

  async function startPartial(orderId: number, request: PartialRequest, actor: Person): Promise<void> {
    const { key, reason, restock, lines } = request;
    await requireProvider();
    const { id, isNew } = await transaction([], async (tx) => {
      const isFirst = await claimRefund(deps, tx, orderId, request);
      const order = await requireLocked(tx, orderId);
      const repeat = await store.findByRequest(tx, key);
      if (repeat && isFirst) throw alreadySent();
      if (repeat) return { id: repeat.id, isNew: false };
      const left = await refundable(tx, order);
      const amount_cents = request.amount_cents ?? (await priceOf(tx, orderId, lines));
      if (amount_cents > left) throw conflict(`Only $${formatCents(cents(left))} of it can be refunded.`);
      const refund = { amount_cents, account_id: actor.id, reason, request_key: key, lines, restock: restock ? 1 : 0 };
      return { id: await open(tx, order, actor, refund), isNew: true };
    });
    await finish(id, isNew);
  }

  /** Asks again for a refund that the provider refused after the order was changed. */
  async function retry(orderId: number, id: number, actor: Person): Promise<void> {
    await requireProvider();
    const first = await compare(id, deadlineIn(REFUND_MS));
    if (first === 'no answer') throw new HttpError(503, NO_ANSWER);
    if (first === 'later') throw conflict(ON_ITS_WAY);
    const isNew = await transaction([], async (tx) => {
      const order = await requireLocked(tx, orderId);
      const refund = await store.find(tx, id);
      if (refund?.order_id !== orderId || refund.change_id === null) throw notFound('Refund not found.');
      if (refund.state !== 'refused') return false;
      if (refund.amount_cents > (await refundable(tx, order))) throw conflict(NOTHING_LEFT);
      if (!(await store.reopen(tx, id, { key: randomUUID(), next_check_at: checkAt() }))) throw conflict(ON_ITS_WAY);
      await recordInAudit(tx, orderId, actor);
      return true;
    });
    await finish(id, isNew);
  }

  /** The money of a change that is written in the same transaction, as much of it as is left. Ask for it after the commit. */
  async function openForChange(
    tx: Db,
    order: orderStore.OrderRow,
    { change_id, amount_cents: wanted, account_id }: { change_id: number; amount_cents: number; account_id: number },
  ): Promise<{ id: number; amount_cents: number }> {
    const amount_cents = Math.min(wanted, await refundable(tx, order));
    return { id: await openOnce(tx, order.id, { amount_cents, account_id, reason: null, change_id }), amount_cents };
  }

  async function requireProvider(): Promise<void> {
    if (!provider) throw new HttpError(503, 'Card payments are not set up. Make the refund at the card provider.');
    if (await copyGuard.isSuspended()) throw conflict(PAUSED);
  }

  /** What is left of the money that was taken. The order must be locked, so that no other refund gets in between. */
  async function refundable(tx: Db, { id, status }: orderStore.OrderRow): Promise<number> {
    const capture = await findCapture(tx, id);
    const left = capture ? capture.amount_cents - (await store.refundedCents(tx, id)) : 0;
    if (status !== 'refunded' && capture && left === 0 && (await isOnItsWay(tx, id))) throw conflict(ON_ITS_WAY);
    if (status === 'refunded' || !capture || left <= 0) throw conflict(NOTHING_LEFT);
    if (capture.provider !== provider?.name)
      throw conflict(`This order was paid through ${capture.provider}. Make the refund there.`);
    return left;
  }

  async function isOnItsWay(tx: Db, orderId: number): Promise<boolean> {
    return (await store.listByOrders(tx, [orderId])).some(({ state }) => state === 'open');
  }

  async function open(tx: Db, { id }: orderStore.OrderRow, actor: Person, refund: Opened): Promise<number> {
    const opened = await openOnce(tx, id, refund);
    await recordInAudit(tx, id, actor);
    return opened;
  }

  async function openOnce(tx: Db, order_id: number, refund: Opened): Promise<number> {
    const times = { created_at: now().toISOString(), next_check_at: checkAt() };
    const id = await store.open(tx, { ...refund, ...times, order_id, key: randomUUID() });
    if (id === undefined) throw conflict(ON_ITS_WAY);
    return id;
  }

  function checkAt(): string {
    return new Date(now().getTime() + CHECK_AFTER_MS).toISOString();
  }

  async function recordInAudit(tx: Db, id: number, actor: Person): Promise<void> {
    await audit.record(tx, { actor, action: 'order refund asked for', subject: `Order ${id}`, subject_id: id });
  }

  /** Asks the provider now. Only for whoever opened it, because this counts as the first time. */
  async function ask(id: number): Promise<void> {
    await execute(id, deadlineIn(REFUND_MS), true);
  }

  /** Asks the provider now, unless another request does. Says why if it refuses. */
  async function finish(id: number, isNew: boolean): Promise<void> {
    if (isNew) await ask(id);
    const refund = await store.find(db, id);
    if (refund?.state === 'refused') throw notMade(refund);
  }

  /** Asks the provider to refund, for the first time or again, and stores the outcome. */
  async function execute(id: number, deadline: Deadline, isFirst = false): Promise<Refund | undefined> {
    const found = await findIn('open', id);
    if (!found) return undefined;
    const { card, refund, asked, made } = found;
    const outcome = await askForRefund(card, asked, { isFirst, checks: refund.checks, made }, deadline);
    if (outcome.is === 'refused' && !(await transaction([], (tx) => store.refuse(tx, refund, outcome.text))))
      return { is: 'unknown' };
    if (outcome.is === 'done' && !(await transaction(RESTOCKED, (tx) => recordMade(tx, found, outcome))))
      return { is: 'unknown' };
    return outcome;
  }

  /**
   * Looks at the provider whether it made a refund after all that counts as refused. Staff may have asked for the money again:
   * then it was paid twice, and only the money is recorded.
   */
  async function compare(id: number, deadline: Deadline): Promise<Comparison> {
    if ((await store.find(db, id))?.state !== 'refused') return 'compared';
    const found = await findIn('refused', id);
    if (!found) return 'not here';
    const { card, asked, made } = found;
    const outcome = await findMade(card, asked, made, deadline);
    if (outcome === undefined) return 'no answer';
    if (outcome === 'none') return 'compared';
    return (await transaction(RESTOCKED, (tx) => recordMade(tx, found, outcome, 'refused'))) ? 'compared' : 'later';
  }

  async function findIn(state: 'open' | 'refused', id: number): Promise<Found | undefined> {
    const refund = await store.find(db, id);
    const order = refund && (await orderStore.find(db, refund.order_id));
    if (!provider || !order?.payment_id || refund?.state !== state) return undefined;
    if ((await capturingProvider(db, order.id)) !== provider.name) return undefined;
    const { key, amount_cents, created_at: since } = refund;
    const asked = { key, paymentId: order.payment_id, amount: cents(amount_cents), since };
    return {
      card: provider,
      refund,
      asked,
      made: (await store.listOthers(db, refund)).filter(({ state }) => state === 'done'),
    };
  }

  /** False if it has to be looked up again, because what was found may be another refund of the order. */
  async function recordMade(
    tx: Db,
    { refund, asked, made }: Found,
    { id: refund_id, pending }: Made,
    from: 'open' | 'refused' = 'open',
  ): Promise<boolean> {
    const at = now().toISOString();
    const locked = await requireLocked(tx, refund.order_id);
    const others = await store.listOthers(tx, refund);
    if (others.filter(({ state }) => state === 'done').length !== made.length) return false;
    if (from === 'refused' && others.some(({ state }) => state === 'open')) return false;
    const next_check_at = pending ? new Date(now().getTime() + PENDING_CHECK_MS).toISOString() : null;
    const done = { state: 'done', refund_id, next_check_at, done_at: at } as const;
    if (!(await store.close(tx, refund.id, done, from))) return true;
    const isTwice = from === 'refused' && others.some((other) => isAgain(refund, other));
    await applyRefund(tx, locked, isTwice ? { ...refund, lines: [], restock: 0, ends_order: 0 } : refund, deps);
    if (from === 'refused') await correctAlert(tx, { ...refund, payment_id: asked.paymentId, isTwice, at });
    return true;
  }
}

type Refused = { refusal: string | null; request_key: string | null };

export const notMade = ({ refusal, request_key }: Refused): HttpError =>
  new HttpError(409, `The refund was not made: ${refusal}`, {
    ...(request_key && { errors: { 'Idempotency-Key': ['To ask again, send another key.'] } }),
  });

type Row = { id: number; state: string; amount_cents: number };

/** Whether staff asked for the same money again. */
export const isAgain = (refund: Row, other: Row): boolean =>
  other.id > refund.id && other.state !== 'refused' && other.amount_cents === refund.amount_cents;
