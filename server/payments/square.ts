// Square's Payments API over plain HTTPS.
import type { z } from 'zod';
import type { Config } from '#server/config.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { declineMessage } from './decline-messages.ts';
import type { CardProvider } from './provider.ts';
import { ErrorBody, isOurs, PaymentBody, PaymentListBody, RefundBody, toPayment } from './square-schemas.ts';

const VERSION = '2026-01-22';
const MAX_ATTEMPTS = 3;
/** Timeout of one attempt, and the pause before the next. */
const defaultTiming = { tryMs: 10_000, pauseMs: 300 };
const MAX_LIST_PAGES = 200;

const apiUrls = { sandbox: 'https://connect.squareupsandbox.com', production: 'https://connect.squareup.com' };

/** Status and body of a response; undefined if there was no readable response. */
type Reply = { status: number; body: unknown } | undefined;
type Request = { method?: 'GET' | 'POST'; path: string; body?: object; deadline: Deadline };

type Deps = {
  square: NonNullable<Config['square']>;
  report(error: Error, what: string): void;
  timing?: typeof defaultTiming;
};

export function squareProvider({ square, report, timing = defaultTiming }: Deps): CardProvider {
  const { locationId, accessToken, environment } = square;
  const apiUrl = (square.apiUrl ?? apiUrls[environment]).replace(/\/$/, '');
  return {
    name: 'square',
    isReusableToken: (token) => token.startsWith('cnon:card-nonce-'),
    authorize,
    capture: async (id, deadline) =>
      parsePayment(await request({ path: `/v2/payments/${id}/complete`, body: {}, deadline })),
    findPayment,
    cancel: async (id, deadline) =>
      toCancellation(await request({ path: `/v2/payments/${id}/cancel`, body: {}, deadline })),
    cancelByKey: async (key, deadline) =>
      toCancellation(await request({ path: '/v2/payments/cancel', body: { idempotency_key: key }, deadline })),
    listPayments,
    refund,
    findRefund: async (id, deadline) => toRefund(await request({ method: 'GET', path: `/v2/refunds/${id}`, deadline })),
  };

  async function authorize(
    { key, token, amount, reference, email }: Parameters<CardProvider['authorize']>[0],
    deadline: Deadline,
  ): ReturnType<CardProvider['authorize']> {
    // Send identical bytes on every attempt, so the provider treats them as one charge.
    const body = {
      source_id: token,
      idempotency_key: key,
      amount_money: { amount, currency: 'USD' },
      location_id: locationId,
      reference_id: reference,
      autocomplete: false,
      delay_duration: 'PT1H',
      delay_action: 'CANCEL',
      ...(email && { buyer_email_address: email }),
    };
    const reply = await requestWithRetry({ path: '/v2/payments', body, deadline });
    if (reply === 'never sent') return { is: 'unavailable' };
    if (!reply) return { is: 'unknown' };
    if (reply.status === 200) {
      const payment = parsePayment(reply);
      const matches = payment?.status === 'approved' && payment.amount === amount && payment.reference === reference;
      return payment && matches ? { is: 'approved', payment } : { is: 'unknown' };
    }
    return toDecline(reply);
  }

  function toDecline(reply: NonNullable<Reply>): Awaited<ReturnType<CardProvider['authorize']>> {
    const errors = parseBody(ErrorBody, reply.body)?.errors ?? [];
    const texts = errors.flatMap(({ code }) => declineMessage(code) ?? []);
    if (texts.length > 0 && reply.status < 500) return { is: 'declined', text: [...new Set(texts)].join(', ') };
    const codes = errors.map(({ code }) => code).join(', ');
    // A reused key may belong to a charge we cannot see.
    if (codes.includes('IDEMPOTENCY_KEY_REUSED') || errors.length === 0 || reply.status >= 500)
      return { is: 'unknown' };
    report(new Error(`Square rejected the request: ${reply.status} ${codes}`), 'Payments need attention.');
    return { is: 'unavailable' };
  }

  async function findPayment(id: string, deadline: Deadline) {
    const reply = await request({ method: 'GET', path: `/v2/payments/${id}`, deadline });
    if (reply?.status === 404 && parseBody(ErrorBody, reply.body)) return 'none' as const;
    return parsePayment(reply);
  }

  async function listPayments(since: Date, deadline: Deadline) {
    const payments: ReturnType<typeof toPayment>[] = [];
    let cursor = '';
    for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
      const query = new URLSearchParams({
        begin_time: since.toISOString(),
        location_id: locationId,
        sort_order: 'ASC',
      });
      if (cursor) query.set('cursor', cursor);
      const reply = await request({ method: 'GET', path: `/v2/payments?${query}`, deadline });
      const list = reply?.status === 200 ? parseBody(PaymentListBody, reply.body) : undefined;
      if (!list) return undefined;
      payments.push(...list.payments.filter((each) => isOurs(each, locationId)).map(toPayment));
      if (!list.cursor) return payments;
      cursor = list.cursor;
    }
    return undefined;
  }

  async function refund(
    { key, paymentId, amount }: Parameters<CardProvider['refund']>[0],
    deadline: Deadline,
  ): ReturnType<CardProvider['refund']> {
    const body = { idempotency_key: key, payment_id: paymentId, amount_money: { amount, currency: 'USD' } };
    return toRefund(await request({ path: '/v2/refunds', body, deadline }));
  }

  function toRefund(reply: Reply): Awaited<ReturnType<CardProvider['refund']>> {
    if (reply?.status === 200) {
      const result = parseBody(RefundBody, reply.body)?.refund;
      if (!result) return { is: 'unknown' };
      if (result.status === 'PENDING' || result.status === 'COMPLETED')
        return { is: 'done', id: result.id, pending: result.status === 'PENDING' };
      return { is: 'refused', text: 'The card provider rejected the refund.' };
    }
    const errors =
      reply && reply.status < 500 && reply.status !== 429 ? parseBody(ErrorBody, reply.body)?.errors : undefined;
    if (!errors) return { is: 'unknown' };
    return { is: 'refused', text: errors.map(({ detail, code }) => detail ?? code).join(', ') };
  }

  function parsePayment(reply: Reply) {
    const payment = reply?.status === 200 ? parseBody(PaymentBody, reply.body)?.payment : undefined;
    return payment && isOurs(payment, locationId) ? toPayment(payment) : undefined;
  }

  function toCancellation(reply: Reply) {
    if (reply?.status === 200) {
      // Cancel by key returns an empty body; cancel by id returns the payment.
      const payment = parsePayment(reply);
      return payment === undefined || payment.status === 'cancelled' || payment.status === 'failed'
        ? 'cancelled'
        : 'unknown';
    }
    const error = reply?.status === 400 ? parseBody(ErrorBody, reply.body) : undefined;
    return error ? 'captured' : 'unknown';
  }

  async function requestWithRetry(options: Request): Promise<Reply | 'never sent'> {
    let sent = false;
    for (let attempt = 1; ; attempt += 1) {
      const reply = await request({ ...options, deadline: deadlineIn(timing.tryMs, options.deadline) }, () => {
        sent = true;
      });
      const isFinal =
        reply && reply.status !== 429 && reply.status < 500 && (reply.status !== 200 || parsePayment(reply));
      if (isFinal) return reply;
      if (attempt === MAX_ATTEMPTS || options.deadline.remainingMs() < timing.pauseMs)
        return sent ? reply : 'never sent';
      await new Promise((resolve) => setTimeout(resolve, timing.pauseMs * attempt));
    }
  }

  async function request({ method = 'POST', path, body, deadline }: Request, onSent = () => {}): Promise<Reply> {
    try {
      const response = await fetch(apiUrl + path, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          'square-version': VERSION,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(deadline.remainingMs(), timing.tryMs)))),
      });
      onSent();
      return { status: response.status, body: await response.json() };
    } catch (error) {
      if (!wasNeverSent(error)) onSent();
      return undefined;
    }
  }
}

function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> | undefined {
  const result = schema.safeParse(body);
  return result.success ? result.data : undefined;
}

const connectErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'];

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && connectErrors.includes(String(cause.code));
}
