// Places an order and charges the card once, or not at all. The order and its stock are written before the card is
// authorized. If the charge fails, the pounds go back.
import type { Person } from '#contracts/accounts.ts';
import { cents } from '#contracts/money.ts';
import type { PaymentRequest, PaymentResponse } from '#contracts/orders.ts';
import { type ChargeSteps, chargeOnce } from '#server/charges/charge-once.ts';
import { type CheckoutKey, checkoutKey, hashRequest } from '#server/charges/checkout-key.ts';
import { pendingResponse, responseFor } from '#server/charges/payment-response.ts';
import { type CardPayments, type Running, requireProvider, takePayment } from '#server/charges/take-payment.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import type { Db } from '#server/database/schema.ts';
import * as orderStore from './order.store.ts';
import { type OrderTransitions, RESTOCKED, type Stock } from './order-transitions.ts';
import { type StartedOrder, startOrder } from './start-order.ts';

export type Checkout = { payments: CardPayments; transitions: OrderTransitions; stock: Stock };

type Buyer = { idempotencyKey: string | undefined; actor: Person | undefined; address: string };

export async function placeOrder(checkout: Checkout, request: PaymentRequest, buyer: Buyer): Promise<PaymentResponse> {
  const { payments, stock } = checkout;
  const { email, phone } = request.orderDetails;
  return chargeForOrder(checkout, {
    key: checkoutKey(requireProvider(payments), request, buyer.idempotencyKey),
    requestHash: hashRequest(request),
    payer: { address: buyer.address, phone },
    card: { sourceId: request.sourceId, amount: request.amount, email },
    changes: ['stock'],
    start: (tx, running) => startOrder(tx, { stock, now: payments.now }, request, { ...running, actor: buyer.actor }),
  });
}

type Purchase = CheckoutKey & {
  payer: { address: string; phone: string };
  card: { sourceId: string; amount: number; email: string | null };
  /** The cache tags of what the order holds. */
  changes: CacheTag[];
  /** Writes the order and holds what it needs. Undefined if this checkout already has an order. */
  start(tx: Db, running: Running): Promise<StartedOrder | undefined>;
};

export function chargeForOrder(
  checkout: Checkout,
  { key, requestHash, payer, card, changes, start }: Purchase,
): Promise<PaymentResponse> {
  const { payments } = checkout;
  const { database } = payments;
  return takePayment(payments, { key, requestHash }, payer, {
    async findEarlier() {
      const order = await orderStore.findByCheckoutKey(database.db, key);
      return order && { isOpen: isOpen(order), response: () => responseFor(order) };
    },
    async start(running, onDeclined) {
      const order = await database.transaction(changes, (tx) => start(tx, running));
      return (
        order && chargeOnce(running.card, stepsFor(checkout, order, card, { ...running, onDeclined }), running.deadline)
      );
    },
  });
}

const isOpen = ({ status }: orderStore.OrderRow): boolean => status === 'pending' || status === 'authorised';

function stepsFor(
  { payments: { database, shopId, report }, transitions }: Checkout,
  order: StartedOrder,
  { sourceId, amount, email }: Purchase['card'],
  { reply, onDeclined }: Pick<Running, 'reply'> & { onDeclined(): void },
): ChargeSteps<PaymentResponse> {
  const { id, attemptKey } = order;
  const outcome = async () => responseFor(await orderStore.find(database.db, id));
  return {
    outcome,
    charge: async () => ({
      ...{ key: attemptKey, token: sourceId, amount: cents(amount), email },
      reference: `${await shopId()}-${id}`,
    }),
    commit: (payment) => database.transaction([], (tx) => transitions.markAuthorized(tx, id, payment)),
    async markPaid() {
      const paid = await database.transaction([], (tx) => transitions.markPaid(tx, id));
      return paid ? responseFor(paid) : outcome();
    },
    async fail({ committed, ...failure }) {
      if (failure.attempt === 'declined') onDeclined();
      const from = committed ? 'authorised' : 'pending';
      await database.transaction(RESTOCKED, (tx) =>
        transitions.fail(tx, id, { ...failure, from, tellByEmail: reply.pending }),
      );
      return outcome();
    },
    pending: () => pendingResponse(order),
    report: (error) => report(error, `Order ${id} is left to the reconciler.`),
  };
}
