// Places an order and charges the card once, or not at all. The steps: hold the stock and write the order, authorize the
// card, commit the order, capture the money. Before the commit every failure rolls back; after it, everything rolls forward.
import type { Person } from '#contracts/accounts.ts';
import { cents } from '#contracts/money.ts';
import type { PaymentRequest, PaymentResponse } from '#contracts/orders.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { HttpError } from '#server/http-errors.ts';
import * as orderStore from '#server/orders/order.store.ts';
import type { CardProvider, Payment } from '#server/payments/provider.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { capturePayment } from './capture-payment.ts';
import { type CheckoutKey, checkoutKey, hashRequest, rejectOtherRequest, rejectUsedKey } from './checkout-key.ts';
import { countDecline, reserveTries } from './decline-limits.ts';
import type { Failure, OrderTransitions, Stock } from './order-transitions.ts';
import { NOT_CHARGED, pendingResponse, responseFor, STILL_CONFIRMING } from './payment-response.ts';
import type { CopyGuard } from './shop-copy.ts';
import { type StartedOrder, startOrder } from './start-order.ts';

/** A buyer never waits longer than this for a response. */
const RESPONSE_MS = 28_000;
const AUTHORIZE_MS = 22_000;
const CANCEL_MS = 4_000;
const CAPTURE_MS = 10_000;
const POLL_MS = 150;

const callsPerAddress: RateLimit = { name: 'payment calls from an address', max: 60, minutes: 1 };

type Deps = {
  database: Database;
  provider: CardProvider | undefined;
  /** False with PAYMENTS=off: open payments are settled, but there are no new ones. */
  acceptsOrders: boolean;
  copyGuard: Pick<CopyGuard, 'isSuspended'>;
  transitions: OrderTransitions;
  stock: Stock;
  rateLimits: RateLimits;
  now: Clock;
  /** Prefixes our references at the provider. */
  shopId(): Promise<string>;
  report(error: Error, what: string): void;
};

export type Checkout = Deps & {
  /** Checkouts running in this process: a second click waits for the first. */
  inFlight: Map<string, { requestHash: string; response: Promise<PaymentResponse> }>;
};

type Buyer = { idempotencyKey: string | undefined; actor: Person | undefined; address: string };

const NOT_SET_UP = 'Card payments are not set up on this site. Nothing was charged. Please call us.';
const PAUSED = 'Card payments are paused on this site. Nothing was charged. Please call us.';

/** A started checkout: the provider it charges through, its order, and the time it has left. */
type Purchase = { card: CardProvider; order: StartedOrder; deadline: Deadline; reply: Reply };

/** Whether the buyer was told to wait for the outcome. */
type Reply = { pending: boolean };

export const createCheckout = (deps: Deps): Checkout => ({ ...deps, inFlight: new Map() });

export async function placeOrder(checkout: Checkout, request: PaymentRequest, buyer: Buyer): Promise<PaymentResponse> {
  const { provider, inFlight } = checkout;
  if (!provider) throw new HttpError(503, NOT_SET_UP);
  const key = checkoutKey(provider, request, buyer.idempotencyKey);
  const requestHash = hashRequest(request);
  const first = inFlight.get(key);
  if (first) {
    rejectOtherRequest(first.requestHash, requestHash);
    return first.response;
  }
  const reply = { pending: false };
  const running = runCheckout(checkout, provider, request, { ...buyer, key, requestHash, reply });
  const response = respondInTime(running, reply);
  inFlight.set(key, { requestHash, response });
  return response.finally(() => inFlight.delete(key));
}

/** Counts a payment call. Repeats are not counted: a buyer may ask about their order as often as they like. */
export async function countPaymentCall({ rateLimits }: Checkout, address: string): Promise<void> {
  await rateLimits.consume({ rule: callsPerAddress, who: address });
}

/** Resolves when no checkout is running any more. Used at shutdown. */
export async function waitForCheckouts({ inFlight }: Checkout): Promise<void> {
  await Promise.allSettled([...inFlight.values()].map(({ response }) => response));
}

async function runCheckout(
  checkout: Checkout,
  card: CardProvider,
  request: PaymentRequest,
  { key, requestHash, actor, address, reply }: Buyer & CheckoutKey & { reply: Reply },
): Promise<PaymentResponse> {
  const { database } = checkout;
  const deadline = deadlineIn(RESPONSE_MS);
  const repeat = async () => {
    await rejectUsedKey(database.db, { key, requestHash });
    return repeatResponse(checkout, key, deadline);
  };
  // Before anything that refuses the order: this one may have been charged.
  if (await orderStore.findByCheckoutKey(database.db, key)) return repeat();
  if (!checkout.acceptsOrders) throw new HttpError(503, NOT_SET_UP);
  if (await checkout.copyGuard.isSuspended()) throw new HttpError(503, PAUSED);
  await countPaymentCall(checkout, address);
  const tries = await reserveTries(checkout, { address, phone: request.orderDetails.phone });
  let declined = false;
  try {
    const order = await database.transaction(['products'], (tx) =>
      startOrder(tx, checkout, request, { card, key, requestHash, actor }),
    );
    if (!order) return await repeat();
    return await chargeCard(checkout, { card, order, deadline, reply }, request, () => {
      declined = true;
    });
  } finally {
    // The buyer's response does not depend on it.
    await (declined ? countDecline(checkout) : checkout.rateLimits.undo(...tries)).catch((error) =>
      checkout.report(error, 'The limit on declined cards was not updated.'),
    );
  }
}

async function chargeCard(
  checkout: Checkout,
  purchase: Purchase,
  { sourceId, amount, orderDetails: { email } }: PaymentRequest,
  onDeclined: () => void,
): Promise<PaymentResponse> {
  const { card, order, deadline } = purchase;
  try {
    const reference = `${await checkout.shopId()}-${order.id}`;
    const charge = { key: order.attemptKey, token: sourceId, amount: cents(amount), reference, email };
    const authorization = await card.authorize(charge, deadlineIn(AUTHORIZE_MS, deadline));
    switch (authorization.is) {
      case 'approved':
        return await commitAndCapture(checkout, purchase, authorization.payment);
      case 'declined':
        onDeclined();
        return await fail(checkout, purchase, {
          text: authorization.text,
          status: 402,
          attempt: 'declined',
          from: 'pending',
        });
      case 'unavailable':
        return await fail(checkout, purchase, notCharged('pending'));
      case 'unknown':
        return await cancelUnclearCharge(checkout, purchase);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // The reconciler finds out what happened. Until then the buyer must not be told to try again.
    checkout.report(
      error instanceof Error ? error : new Error(String(error)),
      `Order ${order.id} is left to the reconciler.`,
    );
    return pendingResponse(order);
  }
}

async function commitAndCapture(checkout: Checkout, purchase: Purchase, payment: Payment): Promise<PaymentResponse> {
  const { card, order, deadline } = purchase;
  const { database, transitions } = checkout;
  const committed = await database.transaction([], (tx) => transitions.markAuthorized(tx, order.id, payment));
  if (!committed) {
    // The reconciler failed the order in the meantime. If this cancel is lost, the reconciler cancels again.
    await card.cancel(payment.id, deadlineIn(CANCEL_MS, deadline));
    return responseFor(await orderStore.find(database.db, order.id));
  }
  const captured = await capturePayment(card, payment.id, deadlineIn(CAPTURE_MS, deadline));
  if (captured === 'unknown') return pendingResponse(order);
  if (captured === 'lost') return fail(checkout, purchase, notCharged('authorised'));
  const paid = await database.transaction([], (tx) => transitions.markPaid(tx, order.id));
  return responseFor(paid ?? (await orderStore.find(database.db, order.id)));
}

/** The provider gave no clear answer: cancel by key, so that a charge we never heard of is voided. */
async function cancelUnclearCharge(checkout: Checkout, purchase: Purchase): Promise<PaymentResponse> {
  const { card, order, deadline } = purchase;
  const outcome = await card.cancelByKey(order.attemptKey, deadlineIn(CANCEL_MS, deadline));
  return outcome === 'cancelled' ? fail(checkout, purchase, notCharged('pending')) : pendingResponse(order);
}

async function fail(
  { database, transitions }: Checkout,
  { order: { id }, reply }: Purchase,
  failure: Omit<Failure, 'tellByEmail'>,
): Promise<PaymentResponse> {
  const tellByEmail = reply.pending;
  await database.transaction(['products'], (tx) => transitions.fail(tx, id, { ...failure, tellByEmail }));
  return responseFor(await orderStore.find(database.db, id));
}

const notCharged = (from: Failure['from']) => ({ text: NOT_CHARGED, status: 503, attempt: 'voided' as const, from });

/** This checkout already has an order, perhaps in another process: wait for its outcome and return that. */
async function repeatResponse(checkout: Checkout, key: string, deadline: Deadline): Promise<PaymentResponse> {
  const order = await orderStore.findByCheckoutKey(checkout.database.db, key);
  if (!order) throw new HttpError(503, NOT_CHARGED);
  const isOpen = order.status === 'pending' || order.status === 'authorised';
  if (!isOpen || deadline.remainingMs() < POLL_MS) return responseFor(order);
  await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return repeatResponse(checkout, key, deadline);
}

/** Responds before the deadline; the work continues in the background. */
function respondInTime(work: Promise<PaymentResponse>, reply: Reply): Promise<PaymentResponse> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<PaymentResponse>((resolve) => {
    timer = setTimeout(() => {
      reply.pending = true;
      resolve({ status: 'pending', error: STILL_CONFIRMING });
    }, RESPONSE_MS + 500);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
