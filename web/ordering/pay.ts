// Sends a payment. The idempotency key makes sure it is charged only once.
import type { PaymentResponse } from '#contracts/orders.ts';
import { bearerHeader } from '#web/session/session.ts';
import { type Contact, formLines, formTotal, type OrderForm } from './order-form-state.ts';

export type Outcome =
  | { is: 'success'; order: { id: number; key: string } | undefined }
  | { is: 'pending'; text: string; order: { id: number; key: string } | undefined }
  /** `definite`: nothing was charged, and the next attempt is a new payment. */
  | { is: 'error'; text: string; definite: boolean };

type Request = Pick<OrderForm, 'selection' | 'quantity' | 'lot' | 'location' | 'poNumber'> & {
  contact: Contact;
  /** Of the card; undefined for an invoice. */
  token: string | undefined;
  key: string;
};

/** What is sent, apart from the card. The server binds the key to it. */
export function orderRequest({ contact, location, poNumber, ...form }: Omit<Request, 'token' | 'key'>) {
  const lines = formLines(form);
  const items = lines.map(({ product, pounds, lot }) => ({
    ...{ productId: product.id, quantity: pounds },
    ...(lot !== undefined && { lotId: lot }),
  }));
  const [only] = items;
  return {
    amount: formTotal(lines),
    orderDetails: { ...('product' in form.selection ? only : { items }), ...contact, locationOption: location },
    ...(poNumber !== undefined && { poNumber }),
  };
}

export async function pay({ token, key, ...form }: Request): Promise<Outcome> {
  const request = orderRequest(form);
  if (token !== undefined) return sendCardPayment('/api/process-payment', { sourceId: token, ...request }, key);
  const { response, result } = await send('/api/orders/on-terms', request, key);
  if (response?.ok) return { is: 'success', order: result.order };
  if (response && response.status < 500 && result.message)
    return { is: 'error', text: result.message, definite: !response.headers.has('retry-after') };
  return { is: 'error', text: NO_RESPONSE, definite: false };
}

/** For an order, or for an invoice. */
export async function sendCardPayment(url: string, body: object, key: string): Promise<Outcome> {
  const { response, result } = await send(url, body, key);
  if (!response) return { is: 'error', text: NO_RESPONSE, definite: false };
  if (result.status === 'success') return { is: 'success', order: result.order };
  if (result.status === 'pending') return { is: 'pending', text: result.error ?? NO_RESPONSE, order: result.order };
  const text = result.error ?? result.message ?? (response.ok ? 'Unknown error' : NO_RESPONSE);
  // Keep the key after a server error or a Retry-After: an earlier attempt may have been charged.
  // A 503 without Retry-After reports a failed order and would repeat forever under the same key, so renew it.
  const serverError = response.status >= 500 && response.status !== 503;
  const unclear = serverError || response.headers.has('retry-after');
  const isAnswered = result.status === 'error' || result.message !== undefined;
  return { is: 'error', text, definite: isAnswered && !unclear };
}

type Result = Partial<PaymentResponse> & { message?: string };

async function send(url: string, body: object, key: string): Promise<{ response?: Response; result: Result }> {
  const headers = { ...bearerHeader(), 'content-type': 'application/json', 'idempotency-key': key };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
  return response ? { response, result: await response.json().catch(() => ({})) } : { result: {} };
}

const NO_RESPONSE = 'An error occurred while processing the payment.';
