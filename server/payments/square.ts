// Square's Payments API by plain HTTPS calls.
import type { z } from 'zod';
import type { Config } from '#server/config.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { declineMessage } from './decline-messages.ts';
import type { CardProvider } from './provider.ts';
import { ErrorBody, isOurs, PaymentBody, PaymentListBody, RefundBody, toPayment } from './square-schemas.ts';

const VERSION = '2026-01-22';
const MAX_ATTEMPTS = 3;
/** How long one try may take, and the pause before the next. */
const defaultTiming = { tryMs: 10_000, pauseMs: 300 };
const MAX_LIST_PAGES = 200;

const apiUrls = { sandbox: 'https://connect.squareupsandbox.com', production: 'https://connect.squareup.com' };

/** Status and body of an answer; undefined when there was none that could be read. */
type Reply = { status: number; body: unknown } | undefined;
type Request = { method?: 'GET' | 'POST'; path: string; body?: object; until: Deadline };

type Parts = {
  square: NonNullable<Config['square']>;
  report(error: Error, what: string): void;
  timing?: typeof defaultTiming;
};

export function squareProvider({ square, report, timing = defaultTiming }: Parts): CardProvider {
  const { locationId, accessToken, environment } = square;
  const apiUrl = (square.apiUrl ?? apiUrls[environment]).replace(/\/$/, '');
  return {
    name: 'square',
    isReusableToken: (token) => token.startsWith('cnon:card-nonce-'),
    authorize,
    capture: async (id, until) => payment(await request({ path: `/v2/payments/${id}/complete`, body: {}, until })),
    findPayment,
    cancel: async (id, until) => toCancellation(await request({ path: `/v2/payments/${id}/cancel`, body: {}, until })),
    cancelByKey: async (key, until) =>
      toCancellation(await request({ path: '/v2/payments/cancel', body: { idempotency_key: key }, until })),
    listPayments,
    refund,
    findRefund: async (id, until) => toRefund(await request({ method: 'GET', path: `/v2/refunds/${id}`, until })),
  };

  async function authorize(
    { key, token, amount, reference, email }: Parameters<CardProvider['authorize']>[0],
    until: Deadline,
  ): ReturnType<CardProvider['authorize']> {
    // The same bytes at every try: a provider that has seen them answers as it did.
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
    const tries = await requestWithRetry({ path: '/v2/payments', body, until });
    if (tries === 'never got through') return { is: 'unavailable' };
    if (!tries) return { is: 'unknown' };
    if (tries.status === 200) {
      const made = payment(tries);
      const asked = made?.status === 'approved' && made.amount === amount && made.reference === reference;
      return made && asked ? { is: 'approved', payment: made } : { is: 'unknown' };
    }
    return toDecline(tries);
  }

  function toDecline(reply: NonNullable<Reply>): Awaited<ReturnType<CardProvider['authorize']>> {
    const said = parseBody(ErrorBody, reply.body)?.errors ?? [];
    const texts = said.flatMap(({ code }) => declineMessage(code) ?? []);
    if (texts.length > 0 && reply.status < 500) return { is: 'declined', text: [...new Set(texts)].join(', ') };
    const codes = said.map(({ code }) => code).join(', ');
    // A used key may stand for a charge that we cannot see: no telling.
    if (codes.includes('IDEMPOTENCY_KEY_REUSED') || said.length === 0 || reply.status >= 500) return { is: 'unknown' };
    report(new Error(`Square refused the request: ${reply.status} ${codes}`), 'Payments need attention.');
    return { is: 'unavailable' };
  }

  async function findPayment(id: string, until: Deadline) {
    const reply = await request({ method: 'GET', path: `/v2/payments/${id}`, until });
    if (reply?.status === 404 && parseBody(ErrorBody, reply.body)) return 'none' as const;
    return payment(reply);
  }

  async function listPayments(since: Date, until: Deadline) {
    const payments: ReturnType<typeof toPayment>[] = [];
    let cursor = '';
    for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
      const query = new URLSearchParams({
        begin_time: since.toISOString(),
        location_id: locationId,
        sort_order: 'ASC',
      });
      if (cursor) query.set('cursor', cursor);
      const reply = await request({ method: 'GET', path: `/v2/payments?${query}`, until });
      const found = reply?.status === 200 ? parseBody(PaymentListBody, reply.body) : undefined;
      if (!found) return undefined;
      payments.push(...found.payments.filter((each) => isOurs(each, locationId)).map(toPayment));
      if (!found.cursor) return payments;
      cursor = found.cursor;
    }
    return undefined;
  }

  async function refund(
    { key, paymentId, amount }: Parameters<CardProvider['refund']>[0],
    until: Deadline,
  ): ReturnType<CardProvider['refund']> {
    const body = { idempotency_key: key, payment_id: paymentId, amount_money: { amount, currency: 'USD' } };
    return toRefund(await request({ path: '/v2/refunds', body, until }));
  }

  function toRefund(reply: Reply): Awaited<ReturnType<CardProvider['refund']>> {
    if (reply?.status === 200) {
      const made = parseBody(RefundBody, reply.body)?.refund;
      if (!made) return { is: 'unknown' };
      if (made.status === 'PENDING' || made.status === 'COMPLETED')
        return { is: 'done', id: made.id, pending: made.status === 'PENDING' };
      return { is: 'refused', text: 'The card provider rejected the refund.' };
    }
    const said =
      reply && reply.status < 500 && reply.status !== 429 ? parseBody(ErrorBody, reply.body)?.errors : undefined;
    if (!said) return { is: 'unknown' };
    return { is: 'refused', text: said.map(({ detail, code }) => detail ?? code).join(', ') };
  }

  function payment(reply: Reply) {
    const made = reply?.status === 200 ? parseBody(PaymentBody, reply.body)?.payment : undefined;
    return made && isOurs(made, locationId) ? toPayment(made) : undefined;
  }

  function toCancellation(reply: Reply) {
    if (reply?.status === 200) {
      // By key the answer is empty; by id it carries the payment.
      const made = payment(reply);
      return made === undefined || made.status === 'cancelled' || made.status === 'failed' ? 'cancelled' : 'unknown';
    }
    const said = reply?.status === 400 ? parseBody(ErrorBody, reply.body) : undefined;
    return said ? 'captured' : 'unknown';
  }

  async function requestWithRetry(call: Request): Promise<Reply | 'never got through'> {
    let gotThrough = false;
    for (let attempt = 1; ; attempt += 1) {
      const reply = await request({ ...call, until: deadlineIn(timing.tryMs, call.until) }, () => {
        gotThrough = true;
      });
      const clear = reply && reply.status !== 429 && reply.status < 500 && (reply.status !== 200 || payment(reply));
      if (clear) return reply;
      if (attempt === MAX_ATTEMPTS || call.until.remainingMs() < timing.pauseMs)
        return gotThrough ? reply : 'never got through';
      await new Promise((resolve) => setTimeout(resolve, timing.pauseMs * attempt));
    }
  }

  async function request({ method = 'POST', path, body, until }: Request, onSent = () => {}): Promise<Reply> {
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
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(until.remainingMs(), timing.tryMs)))),
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
  const fits = schema.safeParse(body);
  return fits.success ? fits.data : undefined;
}

const connectErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'];

function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && connectErrors.includes(String(cause.code));
}
