// Pays what is open of an invoice by card, once or not at all.
import { createHash, randomUUID } from 'node:crypto';
import { cents } from '#contracts/money.ts';
import type { PaymentResponse } from '#contracts/orders.ts';
import { type ChargeSteps, chargeOnce } from '#server/charges/charge-once.ts';
import { hashIdempotencyKey } from '#server/charges/checkout-key.ts';
import * as store from '#server/charges/invoice-payments.store.ts';
import { invoicePaymentResponse, isLive, pendingInvoicePayment } from '#server/charges/payment-response.ts';
import { type CardPayments, type Running, takePayment } from '#server/charges/take-payment.ts';
import { conflict } from '#server/http-errors.ts';
import { claim } from '#server/idempotency/idempotency.store.ts';
import * as orderStore from '#server/orders/order.store.ts';
import { CHECK_AFTER_MS } from '#server/orders/order-transitions.ts';
import type { InvoicePaymentSteps } from './invoice-payment-steps.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';

type Deps = { payments: CardPayments; steps: InvoicePaymentSteps };
/** `amount` in cents, as the payer saw it. */
type Request = { invoice: number; sourceId: string; amount: number; idempotencyKey: string; address: string };
type Started = { id: number; key: string; email: string | null };

export async function payInvoice({ payments, steps }: Deps, request: Request): Promise<PaymentResponse> {
  const { database } = payments;
  const { invoice, amount } = request;
  const key = hashIdempotencyKey(request.idempotencyKey);
  const requestHash = createHash('sha256').update(JSON.stringify({ invoice, amount })).digest('hex');
  const phone = await phoneOf(payments, invoice);
  return takePayment(
    payments,
    { key, requestHash },
    { address: request.address, phone },
    {
      async findEarlier() {
        const payment = await store.findByCheckoutKey(database.db, key);
        return payment && { isOpen: isLive(payment), response: () => invoicePaymentResponse(payment) };
      },
      async start(running, onDeclined) {
        const payment = await start(payments, request, running);
        return (
          payment &&
          chargeOnce(
            running.card,
            stepsFor({ payments, steps }, payment, request, { ...running, onDeclined }),
            running.deadline,
          )
        );
      },
    },
  );
}

/** The phone of the order, for the limit on declined cards. */
async function phoneOf({ database: { db } }: CardPayments, number: number): Promise<string> {
  const invoice = await invoices.find(db, number);
  return (invoice && (await orderStore.find(db, invoice.order_id))?.phone) ?? '';
}

/** Undefined if this key was used before. */
function start(
  { database, now }: CardPayments,
  { invoice: number, amount }: Request,
  { key: checkout_key, requestHash, card }: Running,
): Promise<Started | undefined> {
  return database.transaction([], async (tx) => {
    const found = await invoices.find(tx, number);
    if (!found) throw new Error(`Invoice ${number} does not exist.`);
    const created_at = now().toISOString();
    if (!(await claim(tx, { key: checkout_key, request_hash: requestHash, created_at }))) return undefined;
    // As every change of what they owe does first: what is open can no longer change.
    await ledger.lock(tx, found.customer_id);
    const invoice = await invoices.find(tx, number);
    if (invoice?.kind !== 'invoice' || invoice.open_cents === 0)
      throw conflict(`Nothing is open on invoice ${number}. Nothing was charged.`);
    if (invoice.open_cents !== amount)
      throw conflict('The amount has changed. Nothing was charged. Please review it and pay again.');
    if (await store.findLive(tx, number))
      throw conflict('A payment of this invoice is being confirmed. Please do not pay again.');
    const key = randomUUID();
    const id = await store.insert(tx, {
      ...{ invoice_number: number, checkout_key, amount_cents: amount, key, provider: card.name, created_at },
      next_check_at: new Date(now().getTime() + CHECK_AFTER_MS).toISOString(),
    });
    const order = await orderStore.find(tx, invoice.order_id);
    return { id, key, email: order?.email ?? null };
  });
}

function stepsFor(
  { payments: { database, shopId, report }, steps }: Deps,
  { id, key, email }: Started,
  { invoice, sourceId, amount }: Request,
  { reply, onDeclined }: Pick<Running, 'reply'> & { onDeclined(): void },
): ChargeSteps<PaymentResponse> {
  const outcome = async () => invoicePaymentResponse(await store.find(database.db, id));
  return {
    outcome,
    charge: async () => ({
      ...{ key, token: sourceId, amount: cents(amount), email },
      reference: `${await shopId()}-i${invoice}-${id}`,
    }),
    commit: (payment) => database.transaction([], (tx) => steps.markApproved(tx, id, payment)),
    async markPaid() {
      await database.transaction([], (tx) => steps.markPaid(tx, id));
      return outcome();
    },
    async fail(failure) {
      if (failure.attempt === 'declined') onDeclined();
      await database.transaction([], (tx) => steps.fail(tx, id, { ...failure, tellByEmail: reply.pending }));
      return outcome();
    },
    pending: () => pendingInvoicePayment,
    report: (error) => report(error, `The payment of invoice ${invoice} is left to the reconciler.`),
  };
}
