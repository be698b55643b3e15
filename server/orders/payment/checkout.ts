// Placing an order: charged once, or not at all. Stock is held and the order written, the card authorised, the order made
// durable, and only then the money taken. Before the commit point everything is rolled back, after it rolled forward.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { MAX_POUNDS, onlyLeftMessage } from '#contracts/hop-format.ts';
import { cents } from '#contracts/money.ts';
import { canDeliver, orderTotal } from '#contracts/ordering-rules.ts';
import type { PaymentRequest, PaymentResponse } from '#contracts/orders.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { conflict, HttpError, invalid, notFound } from '#server/http-errors.ts';
import * as store from '#server/orders/order.store.ts';
import type { CardProvider, Payment } from '#server/payments/provider.ts';
import type { RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { CHECK_AFTER_MS, type Failure, type OrderTransitions, type Stock } from './order-transitions.ts';

export type Checkout = ReturnType<typeof createCheckout>;

/** Nobody waits longer for an answer. */
const ANSWER_MS = 28_000;
const AUTHORISE_MS = 22_000;
const CANCEL_MS = 4_000;
const CAPTURE_MS = 10_000;
const LOOK_AGAIN_MS = 150;

const callsPerAddress: RateLimit = { name: 'payment calls from an address', max: 60, minutes: 1 };
const declinesPerAddress: RateLimit = { name: 'declined cards from an address', max: 5, minutes: 10 };
const declinesPerPhone: RateLimit = { name: 'declined cards of a phone', max: 5, minutes: 10 };

const STILL_CONFIRMING =
  'We are still confirming your payment. Please do not pay again: the page of the order shows when it is settled.';
const NOT_CHARGED = 'The card provider could not be reached. Nothing was charged. Please try again in a few minutes.';

type Parts = {
  database: Database;
  provider: CardProvider | undefined;
  transitions: OrderTransitions;
  stock: Stock;
  limits: RateLimits;
  now: Clock;
  /** Marks what is ours at the provider. */
  shopId(): Promise<string>;
  report(error: Error, what: string): void;
};
type From = { idempotencyKey: string | undefined; actor: Person | undefined; address: string };
type Begun = { id: number; key: string; view_key: string };

export function createCheckout({ database, provider, transitions, stock, limits, now, shopId, report }: Parts) {
  const { db, transaction } = database;
  // What is under way in this process: a second click waits for the first.
  const underWay = new Map<string, Promise<PaymentResponse>>();
  return { count, place, settled };

  /** Not for a repeat: whoever asks what became of their order hears it, however often. */
  async function count(address: string): Promise<void> {
    await limits.consume({ rule: callsPerAddress, who: address });
  }

  async function place(request: PaymentRequest, from: From): Promise<PaymentResponse> {
    if (!provider)
      throw new HttpError(503, 'Card payments are not set up on this site. Nothing was charged. Please call us.');
    const key = checkoutKey(provider, request, from.idempotencyKey);
    // Whatever else it says: under the same key it is the same purchase, and gets the same answer.
    const first = underWay.get(key);
    if (first) return first;
    const answer = inTime(perform(provider, request, { ...from, key }));
    underWay.set(key, answer);
    return answer.finally(() => underWay.delete(key));
  }

  /** Waits for the payments under way, for a shop that closes. */
  async function settled(): Promise<void> {
    await Promise.allSettled(underWay.values());
  }

  async function perform(
    card: CardProvider,
    request: PaymentRequest,
    { key, actor, address }: From & { key: string },
  ): Promise<PaymentResponse> {
    const until = deadlineIn(ANSWER_MS);
    if (await store.findByCheckoutKey(db, key)) return repeated(key, until);
    const declines = [
      { rule: declinesPerAddress, who: address },
      { rule: declinesPerPhone, who: digitsOf(request.orderDetails.phone) },
    ];
    await count(address);
    // Counted when they are declined: a brewery with one address may well pay six times at once.
    await limits.check(...declines);
    const begun = await transaction(['products'], (tx) => begin(tx, card, request, { key, actor }));
    if (!begun) return repeated(key, until);
    return charged(card, request, begun, { until, onDeclined: () => limits.record(...declines) });
  }

  async function charged(
    card: CardProvider,
    { sourceId, amount, orderDetails: { email } }: PaymentRequest,
    begun: Begun,
    { until, onDeclined }: { until: Deadline; onDeclined(): Promise<void> },
  ): Promise<PaymentResponse> {
    try {
      const reference = `${await shopId()}-${begun.id}`;
      const charge = { key: begun.key, token: sourceId, amount: cents(amount), reference, email };
      const authorisation = await card.authorize(charge, deadlineIn(AUTHORISE_MS, until));
      switch (authorisation.is) {
        case 'approved':
          return await commitAndCapture(card, begun, authorisation.payment, until);
        case 'declined':
          await onDeclined();
          return await failed(begun, { text: authorisation.text, status: 402, attempt: 'declined', from: 'pending' });
        case 'unavailable':
          return await failed(begun, { text: NOT_CHARGED, status: 503, attempt: 'voided', from: 'pending' });
        case 'unknown':
          return await cancelled(card, begun, until);
      }
    } catch (error) {
      if (error instanceof HttpError) throw error;
      // Whatever it was, the reconciler finds out: the buyer must not be told to try again.
      report(error instanceof Error ? error : new Error(String(error)), `Order ${begun.id} is left to the reconciler.`);
      return pending(begun);
    }
  }

  /** Holds the stock and writes the order; undefined when this checkout has its order already. */
  async function begin(
    tx: Db,
    card: CardProvider,
    { amount, orderDetails }: PaymentRequest,
    { key, actor }: { key: string; actor: Person | undefined },
  ): Promise<Begun | undefined> {
    const { lines: wanted, locationOption, name, email, address, phone } = orderDetails;
    const lines = await priced(tx, wanted);
    const pounds = lines.reduce((sum, line) => sum + line.pounds, 0);
    const endless = lines.find((line) => line.pounds > MAX_POUNDS);
    if (endless) throw await tooFew(tx, endless.product_id, endless.name);
    if (locationOption === 'delivery' && !canDeliver(pounds))
      throw invalid({ 'orderDetails.locationOption': ['Delivery requires at least 22 lbs.'] });
    if (orderTotal(lines.map((line) => ({ price: cents(line.price_cents), pounds: line.pounds }))) !== amount)
      throw conflict('The price has changed. Please review your order.', undefined);
    const created_at = now().toISOString();
    const view_key = randomBytes(16).toString('base64url');
    const id = await store.insertOrder(tx, {
      ...{ view_key, checkout_key: key, name, email, address, phone },
      ...{ location_option: locationOption, pounds, amount_cents: amount, account_id: actor?.id ?? null, created_at },
    });
    if (id === undefined) return undefined;
    await store.insertEvent(tx, { order_id: id, status: 'pending', at: created_at });
    const attempt = { order_id: id, key: randomUUID(), provider: card.name, created_at };
    const next_check_at = new Date(now().getTime() + CHECK_AFTER_MS).toISOString();
    await store.insertAttempt(tx, { ...attempt, next_check_at });
    // As late as can be: on PostgreSQL whoever wants the same hop waits from here on.
    for (const { product_id, pounds: each, name: hop } of lines) {
      const held = await stock.hold(tx, { product_id, pounds: each, order_id: id, at: created_at });
      if (!held) throw await tooFew(tx, product_id, hop);
    }
    await store.insertLines(tx, { lines: lines.map((line) => ({ ...line, order_id: id })) });
    return { id, key: attempt.key, view_key };
  }

  async function commitAndCapture(card: CardProvider, begun: Begun, payment: Payment, until: Deadline) {
    const committed = await transaction([], (tx) => transitions.markAuthorized(tx, begun.id, payment));
    if (!committed) {
      // It was given up meanwhile. The reconciler voids again what this call does not reach.
      await card.cancel(payment.id, deadlineIn(CANCEL_MS, until));
      return answerTo(await store.find(db, begun.id));
    }
    const captured = await capture(card, payment.id, deadlineIn(CAPTURE_MS, until));
    if (captured === 'unknown') return pending(begun);
    if (captured === 'lost')
      return failed(begun, { text: NOT_CHARGED, status: 503, attempt: 'voided', from: 'authorised' });
    const paid = await transaction([], (tx) => transitions.markPaid(tx, begun.id));
    return answerTo(paid ?? (await store.find(db, begun.id)));
  }

  async function cancelled(card: CardProvider, begun: Begun, until: Deadline): Promise<PaymentResponse> {
    const outcome = await card.cancelByKey(begun.key, deadlineIn(CANCEL_MS, until));
    if (outcome !== 'cancelled') return pending(begun);
    return failed(begun, { text: NOT_CHARGED, status: 503, attempt: 'voided', from: 'pending' });
  }

  async function failed({ id }: Begun, failure: Failure): Promise<PaymentResponse> {
    await transaction(['products'], (tx) => transitions.fail(tx, id, failure));
    return answerTo(await store.find(db, id));
  }

  /** Another process has this checkout in hand, or had it: its answer is ours. */
  async function repeated(key: string, until: Deadline): Promise<PaymentResponse> {
    const order = await store.findByCheckoutKey(db, key);
    if (!order) throw new HttpError(503, NOT_CHARGED);
    const unsettled = order.status === 'pending' || order.status === 'authorised';
    if (!unsettled || until.remainingMs() < LOOK_AGAIN_MS) return answerTo(order);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    return repeated(key, until);
  }

  /** The answer is given in time; the work goes on behind it. */
  function inTime(work: Promise<PaymentResponse>): Promise<PaymentResponse> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<PaymentResponse>((resolve) => {
      timer = setTimeout(resolve, ANSWER_MS + 500, { status: 'pending', error: STILL_CONFIRMING });
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }
}

/** Takes the money of an authorised payment, and keeps some time to look again when the answer is not clear. */
export async function capture(card: CardProvider, paymentId: string, until: Deadline) {
  const completed = await card.capture(paymentId, deadlineIn(until.remainingMs() * 0.6));
  const payment = completed?.status === 'completed' ? completed : await card.findPayment(paymentId, until);
  if (payment === undefined || payment === 'none' || payment.status === 'approved') return 'unknown' as const;
  return payment.status === 'completed' ? ('taken' as const) : ('lost' as const);
}

/** One checkout, one key: what the browser says, else the card token, which works once. */
function checkoutKey(card: CardProvider, { sourceId }: PaymentRequest, idempotencyKey: string | undefined): string {
  if (idempotencyKey) return keyOf(idempotencyKey);
  return card.isReusableToken(sourceId) ? randomUUID() : sha256(`token ${sourceId}`);
}

export const keyOf = (idempotencyKey: string): string => sha256(`key ${idempotencyKey}`);

/** A phone without digits stands for itself. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '') || phone;

async function priced(tx: Db, wanted: PaymentRequest['orderDetails']['lines']) {
  const pounds = new Map<number, number>();
  for (const { productId, quantity } of wanted) pounds.set(productId, (pounds.get(productId) ?? 0) + quantity);
  const products = await store.findProducts(tx, { ids: [...pounds.keys()] });
  if (products.length < pounds.size) throw notFound('This product is not in the catalogue any more.');
  // In the order of their ids: two orders for the same hops never wait for each other crosswise.
  return products
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name, price_cents }) => ({ product_id: id, name, price_cents, pounds: pounds.get(id) ?? 0 }));
}

async function tooFew(tx: Db, productId: number, name: string): Promise<HttpError> {
  const [product] = await store.findProducts(tx, { ids: [productId] });
  const left = product?.stock ?? 0;
  return conflict(left === 0 ? `${name} is out of stock.` : onlyLeftMessage(left, name), undefined);
}

const pending = ({ id, view_key }: Begun): PaymentResponse => ({
  status: 'pending',
  error: STILL_CONFIRMING,
  order: { id, key: view_key },
});

/** What the buyer is told, read off the order: the same at every repeat. */
function answerTo(order: store.OrderRow | undefined): PaymentResponse {
  if (!order) throw new Error('The order is gone.');
  const { id, view_key, status, payment_id, failure, failure_status } = order;
  if (status === 'pending' || status === 'authorised') return pending({ id, view_key, key: '' });
  if (status === 'failed') throw new HttpError(failure_status ?? 503, failure ?? NOT_CHARGED);
  if (status === 'cancelled' && !payment_id)
    throw new HttpError(409, 'The farm cancelled this order. Nothing was charged.');
  return { status: 'success', error: null, order: { id, key: view_key } };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
