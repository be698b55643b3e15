// What the buyer is told about a payment, derived from its row: every repeat gets the same response.
import type { PaymentResponse } from '#contracts/orders.ts';
import { HttpError } from '#server/http-errors.ts';
import type { OrderRow } from '#server/orders/order.store.ts';
import type { InvoicePayment } from './invoice-payments.store.ts';

export const STILL_CONFIRMING =
  'We are still confirming your payment. Please do not pay again: the order page shows when it is confirmed.';
export const NOT_CHARGED =
  'The card provider could not be reached. Nothing was charged. Please try again in a few minutes.';

export const pendingResponse = ({ id, view_key }: Pick<OrderRow, 'id' | 'view_key'>): PaymentResponse => ({
  status: 'pending',
  error: STILL_CONFIRMING,
  order: { id, key: view_key },
});

export function responseFor(order: OrderRow | undefined): PaymentResponse {
  if (!order) throw new Error('The order does not exist.');
  const { id, view_key, status, payment_id, on_terms, failure, failure_status } = order;
  if (on_terms) return { status: 'success', error: null, order: { id, key: view_key } };
  if (status === 'pending' || status === 'authorised') return pendingResponse(order);
  if (status === 'failed') throw new HttpError(failure_status ?? 503, failure ?? NOT_CHARGED);
  if (status === 'cancelled' && !payment_id)
    throw new HttpError(409, 'The farm canceled this order. Nothing was charged.');
  return { status: 'success', error: null, order: { id, key: view_key } };
}

export const pendingInvoicePayment: PaymentResponse = { status: 'pending', error: STILL_CONFIRMING };

export const isLive = ({ state }: Pick<InvoicePayment, 'state'>): boolean => state === 'open' || state === 'approved';

export function invoicePaymentResponse(payment: InvoicePayment | undefined): PaymentResponse {
  if (!payment) throw new Error('The payment does not exist.');
  if (isLive(payment)) return pendingInvoicePayment;
  if (payment.state === 'captured') return { status: 'success', error: null };
  throw new HttpError(payment.failure_status ?? 503, payment.failure ?? NOT_CHARGED);
}
