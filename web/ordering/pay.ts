// Sends a payment. However often it is sent, one key means one charge.
import type { PaymentResponse } from '#contracts/orders.ts';
import { bearerHeader } from '#web/session/session.ts';
import { type Contact, formLines, formTotal, type OrderForm } from './order-form-state.ts';

export type Outcome =
  | { is: 'success'; order: { id: number; key: string } | undefined }
  | { is: 'pending'; text: string; order: { id: number; key: string } | undefined }
  /** `definite`: nothing was charged, and the next try is a new one. */
  | { is: 'error'; text: string; definite: boolean };

type Request = Pick<OrderForm, 'wanted' | 'quantity' | 'location'> & { contact: Contact; token: string; key: string };

export async function pay({ contact, location, token, key, ...form }: Request): Promise<Outcome> {
  const lines = formLines(form);
  const items = lines.map(({ product, pounds }) => ({ productId: product.id, quantity: pounds }));
  const [only] = items;
  const body = JSON.stringify({
    sourceId: token,
    amount: formTotal(lines),
    orderDetails: { ...('product' in form.wanted ? only : { items }), ...contact, locationOption: location },
  });
  const headers = { ...bearerHeader(), 'content-type': 'application/json', 'idempotency-key': key };
  const response = await fetch('/api/process-payment', { method: 'POST', headers, body }).catch(() => undefined);
  if (!response) return { is: 'error', text: NO_RESPONSE, definite: false };
  const answer: Partial<PaymentResponse> = await response.json().catch(() => ({}));
  if (answer.status === 'success') return { is: 'success', order: answer.order };
  if (answer.status === 'pending') return { is: 'pending', text: answer.error ?? NO_RESPONSE, order: answer.order };
  const text = answer.error ?? (response.ok ? 'Unknown error' : NO_RESPONSE);
  // Who was asked to come again, or met a fault, keeps the key: Pay may have been pressed again for what the first
  // press has paid. A 503 that asks nobody back was read off the failed order: under its key it would be repeated for ever.
  const fault = response.status >= 500 && response.status !== 503;
  const unclear = fault || response.headers.has('retry-after');
  return { is: 'error', text, definite: answer.status === 'error' && !unclear };
}

const NO_RESPONSE = 'An error occurred while processing the payment.';
