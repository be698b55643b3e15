// Pays what is open of an invoice by card, once or not at all.
import { createHash, randomInt } from 'node:crypto';
import type { PaymentResponse } from '#contracts/orders.ts';
import type { Started } from '#server/charges/charge-once.ts';
import { open as openCharge } from '#server/charges/charge-states.ts';
import { findLiveOfInvoice } from '#server/charges/charges.store.ts';
import { hashIdempotencyKey } from '#server/charges/checkout-key.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { type ChargedBy, takePayment } from '#server/charges/take-payment.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict } from '#server/http-errors.ts';
import { claim } from '#server/idempotency/idempotency.store.ts';
import * as orderStore from '#server/orders/order.store.ts';
import * as invoices from './invoices.store.ts';
import * as ledger from './ledger.store.ts';

/** `amount` in cents, as the payer saw it. */
type Request = { invoice: number; sourceId: string; amount: number; idempotencyKey: string; address: string };

export async function payInvoice(shop: ChargeShop, request: Request): Promise<PaymentResponse> {
  const { invoice, amount, address, sourceId, idempotencyKey } = request;
  return takePayment(shop, {
    key: hashIdempotencyKey(idempotencyKey),
    requestHash: createHash('sha256').update(JSON.stringify({ invoice, amount })).digest('hex'),
    payer: { address, phone: await phoneOf(shop, invoice) },
    token: sourceId,
    changes: [],
    start: (tx, card) => start(shop, tx, request, card),
  });
}

/** The phone of the order, for the limit on declined cards. */
async function phoneOf({ database: { db } }: ChargeShop, number: number): Promise<string> {
  const invoice = await invoices.find(db, number);
  return (invoice && (await orderStore.find(db, invoice.order_id))?.phone) ?? '';
}

/** Undefined if this key was used before. */
async function start(
  shop: ChargeShop,
  tx: Db,
  { invoice: number, amount }: Request,
  { checkout_key, request_hash, provider, shopId }: ChargedBy,
): Promise<Started | undefined> {
  const found = await invoices.find(tx, number);
  if (!found) throw new Error(`Invoice ${number} does not exist.`);
  const created_at = shop.now().toISOString();
  if (!(await claim(tx, { key: checkout_key, request_hash, created_at }))) return undefined;
  // As every change of what they owe does first: what is open can no longer change.
  await ledger.lock(tx, found.customer_id);
  const invoice = await invoices.find(tx, number);
  if (invoice?.kind !== 'invoice' || invoice.open_cents === 0)
    throw conflict(`Nothing is open on invoice ${number}. Nothing was charged.`);
  if (invoice.open_cents !== amount)
    throw conflict('The amount has changed. Nothing was charged. Please review it and pay again.');
  if (await findLiveOfInvoice(tx, number))
    throw conflict('A payment of this invoice is being confirmed. Please do not pay again.');
  const { order_id } = invoice;
  // An invoice may be paid several times. Digits only: an older version reads a number here.
  const reference = `${shopId}-i${number}-${randomInt(2 ** 31)}`;
  const charge = { checkout_key, reference, provider, order_id, invoice_number: number, amount_cents: amount };
  const order = await orderStore.find(tx, order_id);
  return {
    charge: await openCharge(shop, tx, { ...charge, purpose: 'invoice' }),
    receipt: {},
    email: order?.email ?? null,
  };
}
