// Finishes what a checkout left open: the process was killed, or the provider never answered. It never starts a charge.
import type { CardProvider, Payment } from '#server/charges/providers/provider.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db, Tables } from '#server/database/schema.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import type { InvoicePaymentSteps } from '#server/invoices/invoice-payment-steps.ts';
import type { InvoiceRefunds } from '#server/invoices/invoice-refunds.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { type OrderTransitions, RESTOCKED } from '#server/orders/order-transitions.ts';
import { type Refund, outcomeOf as refundOutcome, UNDECIDED_CHECKS } from './ask-refund.ts';
import { type CaptureOutcome, capturePayment } from './capture-payment.ts';
import * as invoicePaymentStore from './invoice-payments.store.ts';
import * as invoiceRefundStore from './invoice-refunds.store.ts';
import * as alertStore from './payment-alerts.store.ts';
import { notPaidBack, raiseAlert } from './payment-alerts.ts';
import * as attemptStore from './payment-attempts.store.ts';
import * as store from './reconciler.store.ts';
import * as refundStore from './refunds.store.ts';
import { PENDING_CHECK_MS, type Refunds } from './refunds.ts';
import type { CopyGuard } from './shop-copy.ts';

const LEASE_MS = 60_000;
export const PROVIDER_CALL_MS = 10_000;
const FIRST_WAIT_MS = 15_000;
const MAX_WAIT_MS = 2 * 60_000;
const EVENT_RETENTION_MS = 30 * 24 * 60 * 60_000;

const expired = {
  text: 'The payment was not confirmed in time. Nothing was charged. Please try again.',
  status: 503,
  attempt: 'voided',
  tellByEmail: true,
} as const;

export type Reconciler = {
  database: Database;
  provider: CardProvider | undefined;
  copyGuard: Pick<CopyGuard, 'isSuspended'>;
  transitions: OrderTransitions;
  invoicePayments: InvoicePaymentSteps;
  refunds: Refunds;
  invoiceRefunds: InvoiceRefunds;
  now: Clock;
  shopId(): Promise<string>;
  report(error: Error, what: string): void;
};

/** Settles every attempt and refund whose check is due. */
export async function reconcile(reconciler: Reconciler, isStopping = () => false): Promise<void> {
  const { database, provider } = reconciler;
  if (!provider || (await reconciler.copyGuard.isSuspended())) return;
  for (const kind of [orderCharges, invoiceCharges])
    for (const id of await store.listDue(database.db, kind.table, timeIn(reconciler, 0)))
      if (!isStopping()) await settleCharge(reconciler, provider, kind, id);
  for (const kind of [orderRefunds, invoiceRefunds])
    for (const id of await store.listDue(database.db, kind.table, timeIn(reconciler, 0)))
      if (!isStopping()) await settleRefund(reconciler, provider, kind, id);
}

/** A webhook mentions a payment: look it up at the provider. The event itself is not trusted. */
export async function handleWebhookEvent(reconciler: Reconciler, eventId: string, paymentId: string): Promise<void> {
  const now = timeIn(reconciler, 0);
  const { transaction } = reconciler.database;
  const isNew = await transaction([], async (tx) => {
    if (!(await store.recordEvent(tx, eventId, now))) return false;
    await attemptStore.checkPaymentNow(tx, paymentId, now);
    await invoicePaymentStore.checkPaymentNow(tx, paymentId, now);
    return true;
  });
  // By itself: their order is not locked.
  if (isNew) await transaction([], (tx) => refundStore.checkPaymentNow(tx, paymentId, now));
}

export async function removeOldEvents(reconciler: Reconciler): Promise<void> {
  const before = timeIn(reconciler, -EVENT_RETENTION_MS);
  await reconciler.database.transaction([], (tx) => store.removeOldEvents(tx, before));
}

/** What a charge is for, and how its rows end. */
type ChargeKind = {
  table: 'payment_attempts' | 'invoice_payments';
  find(tx: Db, id: number): Promise<OpenCharge | undefined>;
  markPaid(reconciler: Reconciler, charge: OpenCharge): Promise<void>;
  expire(reconciler: Reconciler, charge: OpenCharge, committed: boolean): Promise<void>;
};
type OpenCharge = Pick<Tables['payment_attempts'], 'order_id' | 'key' | 'state' | 'payment_id' | 'provider'> & {
  id: number;
  checks: number;
};

const orderCharges: ChargeKind = {
  table: 'payment_attempts',
  find: attemptStore.find,
  async markPaid({ database, transitions }, { order_id }) {
    await database.transaction([], (tx) => transitions.markPaid(tx, order_id));
  },
  expire: (reconciler, { order_id }, committed) =>
    expireOrder(reconciler, order_id, committed ? 'authorised' : 'pending'),
};

const invoiceCharges: ChargeKind = {
  table: 'invoice_payments',
  find: invoicePaymentStore.find,
  markPaid: ({ database, invoicePayments }, { id }) =>
    database.transaction([], (tx) => invoicePayments.markPaid(tx, id)),
  expire: ({ database, invoicePayments }, { id }, committed) =>
    database.transaction([], (tx) => invoicePayments.fail(tx, id, { ...expired, committed })),
};

async function settleCharge(reconciler: Reconciler, card: CardProvider, kind: ChargeKind, id: number): Promise<void> {
  const { transaction } = reconciler.database;
  const charge = await transaction([], async (tx) =>
    (await store.lease(tx, kind.table, id, leaseFrom(reconciler))) ? kind.find(tx, id) : undefined,
  );
  if (!charge) return;
  const { order_id, key, state, payment_id, provider, checks } = charge;
  const isOurs = provider === card.name;
  // Another provider knows nothing about this payment, and would report that there is nothing to cancel.
  if (!isOurs) await raiseAlert(reconciler, { payment_id: key, order_id, what: `waits for the provider ${provider}` });
  const settled =
    isOurs &&
    (state === 'approved' && payment_id
      ? await rollForward(reconciler, card, kind, { ...charge, payment_id })
      : await rollBack(reconciler, card, kind, charge));
  if (!settled) {
    const nextCheck = timeIn(reconciler, waitAfter(checks));
    await transaction([], (tx) => store.scheduleCheck(tx, kind.table, id, nextCheck));
  }
  if (isOurs) await reportUndecided(reconciler, { payment_id: key, order_id, what: UNDECIDED_CHARGE }, checks, settled);
}

const UNDECIDED_CHARGE =
  'is not decided: the card provider does not say whether it was charged. The shop keeps asking; check at the provider';
const UNDECIDED_REFUND =
  'has a refund that the card provider does not confirm. The shop keeps asking; do not refund it again';

/** Tells staff once about what the provider has left open for some minutes, and takes it back when it is decided. */
async function reportUndecided(
  reconciler: Reconciler,
  about: { payment_id: string; order_id: number; what: string },
  checks: number,
  isDecided: boolean,
): Promise<void> {
  if (checks < UNDECIDED_CHECKS) return;
  if (!isDecided) return raiseAlert(reconciler, about);
  await reconciler.database.transaction([], (tx) => alertStore.withdraw(tx, about));
}

/** It was not committed: void the payment and fail what it was for. */
async function rollBack(
  reconciler: Reconciler,
  card: CardProvider,
  kind: ChargeKind,
  charge: OpenCharge,
): Promise<boolean> {
  // If the payment was captured, which only a restored backup can make of it, the sweep finds it in the provider's list.
  if ((await card.cancelByKey(charge.key, deadlineIn(PROVIDER_CALL_MS))) !== 'cancelled') return false;
  await kind.expire(reconciler, charge, false);
  return true;
}

/** It is committed: capture the payment. */
async function rollForward(
  reconciler: Reconciler,
  card: CardProvider,
  kind: ChargeKind,
  charge: OpenCharge & { payment_id: string },
): Promise<boolean> {
  const payment = await card.findPayment(charge.payment_id, deadlineIn(PROVIDER_CALL_MS / 2));
  const outcome = await outcomeOf(card, charge.payment_id, payment);
  if (outcome === 'captured') await kind.markPaid(reconciler, charge);
  if (outcome === 'lost') await kind.expire(reconciler, charge, true);
  return outcome !== 'unknown';
}

async function outcomeOf(
  card: CardProvider,
  paymentId: string,
  payment: Payment | 'none' | undefined,
): Promise<CaptureOutcome> {
  if (payment === undefined || payment === 'none' || payment.status === 'approved')
    return capturePayment(card, paymentId, deadlineIn(PROVIDER_CALL_MS));
  return payment.status === 'completed' ? 'captured' : 'lost';
}

export async function expireOrder(
  { database, transitions }: Reconciler,
  orderId: number,
  from: 'pending' | 'authorised',
): Promise<void> {
  await database.transaction(RESTOCKED, (tx) => transitions.fail(tx, orderId, { ...expired, from }));
}

/** What a refund gives back, and where. */
type RefundKind = {
  table: 'refunds' | 'invoice_refunds';
  find(db: Db, id: number): Promise<OpenRefund | undefined>;
  /** The payment that it gives back. */
  findPayment(db: Db, refund: OpenRefund): Promise<{ order_id: number; payment_id: string | null; provider?: string }>;
  execute(reconciler: Reconciler, id: number, deadline: Deadline): Promise<Refund | undefined>;
  stopChecking(tx: Db, id: number): Promise<void>;
};
type OpenRefund = {
  state: Tables['refunds']['state'];
  refund_id: string | null;
  checks: number;
  order_id?: number;
  invoice_payment_id?: number;
};

const orderRefunds: RefundKind = {
  table: 'refunds',
  find: refundStore.find,
  async findPayment(db, { order_id = 0 }) {
    const [order, provider] = await Promise.all([
      orderStore.find(db, order_id),
      attemptStore.capturingProvider(db, order_id),
    ]);
    return { order_id, payment_id: order?.payment_id ?? null, ...(provider && { provider }) };
  },
  execute: ({ refunds }, id, deadline) => refunds.execute(id, deadline),
  stopChecking: refundStore.stopChecking,
};

const invoiceRefunds: RefundKind = {
  table: 'invoice_refunds',
  find: invoiceRefundStore.find,
  async findPayment(db, { invoice_payment_id = 0 }) {
    const payment = await invoicePaymentStore.find(db, invoice_payment_id);
    if (!payment) throw new Error(`Payment ${invoice_payment_id} of an invoice does not exist.`);
    return payment;
  },
  execute: (reconciler, id, deadline) => reconciler.invoiceRefunds.execute(id, deadline),
  stopChecking: invoiceRefundStore.stopChecking,
};

async function settleRefund(reconciler: Reconciler, card: CardProvider, kind: RefundKind, id: number): Promise<void> {
  const { db, transaction } = reconciler.database;
  const refund = await transaction([], async (tx) =>
    (await store.lease(tx, kind.table, id, leaseFrom(reconciler))) ? kind.find(tx, id) : undefined,
  );
  if (!refund) return;
  const { refund_id, state, checks } = refund;
  const { order_id, payment_id, provider } = await kind.findPayment(db, refund);
  const alert = async (what: string, raise = alertStore.raise) => {
    if (payment_id) await raiseAlert(reconciler, { payment_id, order_id, what }, raise);
  };
  if (provider !== card.name) await alert(`waits for a refund by the provider ${provider}`);
  const deadline = deadlineIn(PROVIDER_CALL_MS);
  const isMade = provider === card.name && state === 'done' && refund_id !== null;
  const outcome = isMade ? await findOutcome(card, refund_id, deadline) : await kind.execute(reconciler, id, deadline);
  if (outcome?.is === 'refused') await alert(notPaidBack(outcome.text), alertStore.raiseAgain);
  const isPending = outcome?.is === 'done' && outcome.pending;
  const isOpen = !outcome || outcome.is === 'unknown';
  if (payment_id && provider === card.name && !isMade)
    await reportUndecided(reconciler, { payment_id, order_id, what: UNDECIDED_REFUND }, checks, !isOpen);
  const nextCheck = timeIn(reconciler, isPending ? PENDING_CHECK_MS : waitAfter(checks));
  await transaction([], (tx) =>
    isPending || isOpen ? store.scheduleCheck(tx, kind.table, id, nextCheck) : kind.stopChecking(tx, id),
  );
}

async function findOutcome(card: CardProvider, refundId: string, deadline: Deadline): Promise<Refund> {
  const record = await card.findRefund(refundId, deadline);
  return record ? refundOutcome(record) : { is: 'unknown' };
}

const leaseFrom = (reconciler: Reconciler) => ({
  now: timeIn(reconciler, 0),
  until: timeIn(reconciler, LEASE_MS),
});

export const timeIn = ({ now }: Pick<Reconciler, 'now'>, ms: number): string =>
  new Date(now().getTime() + ms).toISOString();

const waitAfter = (checks: number) => Math.min(FIRST_WAIT_MS * 2 ** Math.min(checks, 10), MAX_WAIT_MS);
