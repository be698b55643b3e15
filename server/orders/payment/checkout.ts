// Places an order and charges the card once, or not at all. The order and its stock are written before the card is
// authorized. If the charge fails, the pounds go back.
import type { Person } from '#contracts/accounts.ts';
import { cents } from '#contracts/money.ts';
import type { PaymentRequest, PaymentResponse } from '#contracts/orders.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { type ChargeSteps, chargeOnce } from './charge-once.ts';
import { checkoutKey, hashRequest } from './checkout-key.ts';
import type { OrderTransitions, Stock } from './order-transitions.ts';
import { pendingResponse, responseFor } from './payment-response.ts';
import { type StartedOrder, startOrder } from './start-order.ts';
import { type CardPayments, type Running, requireProvider, takePayment } from './take-payment.ts';

export type Checkout = { payments: CardPayments; transitions: OrderTransitions; stock: Stock };

type Buyer = { idempotencyKey: string | undefined; actor: Person | undefined; address: string };

export async function placeOrder(checkout: Checkout, request: PaymentRequest, buyer: Buyer): Promise<PaymentResponse> {
  const { payments, stock } = checkout;
  const { database, now } = payments;
  const key = checkoutKey(requireProvider(payments), request, buyer.idempotencyKey);
  const payer = { address: buyer.address, phone: request.orderDetails.phone };
  return takePayment(payments, { key, requestHash: hashRequest(request) }, payer, {
    async findEarlier() {
      const order = await orderStore.findByCheckoutKey(database.db, key);
      return order && { isOpen: isOpen(order), response: () => responseFor(order) };
    },
    async start(running, onDeclined) {
      const order = await database.transaction(['products'], (tx) =>
        startOrder(tx, { stock, now }, request, { ...running, actor: buyer.actor }),
      );
      return (
        order &&
        chargeOnce(running.card, stepsFor(checkout, order, request, { ...running, onDeclined }), running.deadline)
      );
    },
  });
}

const isOpen = ({ status }: orderStore.OrderRow): boolean => status === 'pending' || status === 'authorised';

function stepsFor(
  { payments: { database, shopId, report }, transitions }: Checkout,
  order: StartedOrder,
  { sourceId, amount, orderDetails: { email } }: PaymentRequest,
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
      await database.transaction(['products'], (tx) =>
        transitions.fail(tx, id, { ...failure, from, tellByEmail: reply.pending }),
      );
      return outcome();
    },
    pending: () => pendingResponse(order),
    report: (error) => report(error, `Order ${id} is left to the reconciler.`),
  };
}
