// The card provider Square: our charges in the words of its Payments API.
import type { z } from 'zod';
import type { Config } from '#server/config.ts';
import type { Deadline } from '#server/deadline.ts';
import { declineMessage } from './decline-messages.ts';
import type {
  Authorization,
  Cancellation,
  CardProvider,
  Charge,
  Dispute,
  Payment,
  PaymentList,
  RefundRecord,
  RefundReply,
} from './provider.ts';
import { type Reply, type SquareClient, sendRequest, sendWithRetry } from './square-client.ts';
import {
  DisputeBody,
  ErrorBody,
  isOurs,
  PaymentBody,
  PaymentListBody,
  RefundBody,
  toDispute,
  toPayment,
  toRefundRecord,
} from './square-schemas.ts';

const defaultTiming = { tryMs: 10_000, pauseMs: 300 };
/** Pages of 100 payments that are held in memory at a time. */
const MAX_LIST_PAGES = 20;

const apiUrls = { sandbox: 'https://connect.squareupsandbox.com', production: 'https://connect.squareup.com' };

type Deps = {
  square: NonNullable<Config['square']>;
  report(error: Error, what: string): void;
  timing?: typeof defaultTiming;
};

type Square = { client: SquareClient; locationId: string; report: Deps['report'] };

export function squareProvider({ square: config, report, timing = defaultTiming }: Deps): CardProvider {
  const { locationId, accessToken, environment } = config;
  const apiUrl = (config.apiUrl ?? apiUrls[environment]).replace(/\/$/, '');
  const square: Square = { client: { apiUrl, accessToken, timing }, locationId, report };
  return {
    name: 'square',
    account: `${environment} ${locationId}`,
    isReusableToken: (token) => token.startsWith('cnon:card-nonce-'),
    authorize: (charge, deadline) => authorize(square, charge, deadline),
    capture: (id, deadline) => capture(square, id, deadline),
    findPayment: (id, deadline) => findPayment(square, id, deadline),
    cancel: (id, deadline) => cancel(square, { path: `/v2/payments/${id}/cancel`, body: {}, deadline }),
    cancelByKey: (key, deadline) =>
      cancel(square, { path: '/v2/payments/cancel', body: { idempotency_key: key }, deadline }),
    listPayments: (since, deadline) => listPayments(square, since, deadline),
    refund: (refund, deadline) => requestRefund(square, refund, deadline),
    findRefund: (id, deadline) => findRefund(square, id, deadline),
    findDispute: (id, deadline) => findDispute(square, id, deadline),
  };
}

async function authorize(square: Square, charge: Charge, deadline: Deadline): Promise<Authorization> {
  const { key, token, amount, reference, email } = charge;
  const body = {
    source_id: token,
    idempotency_key: key,
    amount_money: { amount, currency: 'USD' },
    location_id: square.locationId,
    reference_id: reference,
    autocomplete: false,
    delay_duration: 'PT1H',
    delay_action: 'CANCEL',
    ...(email && { buyer_email_address: email }),
  };
  const isFinal = (reply: NonNullable<Reply>) =>
    reply.status !== 429 && reply.status < 500 && (reply.status !== 200 || parsePayment(square, reply) !== undefined);
  const reply = await sendWithRetry(square.client, { path: '/v2/payments', body, deadline }, isFinal);
  if (reply === 'never sent') return { is: 'unavailable' };
  if (!reply) return { is: 'unknown' };
  if (reply.status !== 200) return toRefusal(square, reply);
  const payment = parsePayment(square, reply);
  const matches = payment?.status === 'approved' && payment.amount === amount && payment.reference === reference;
  return payment && matches ? { is: 'approved', payment } : { is: 'unknown' };
}

function toRefusal({ report }: Square, reply: NonNullable<Reply>): Authorization {
  const errors = parseBody(ErrorBody, reply.body)?.errors ?? [];
  const codes = errors.map(({ code }) => code).join(', ');
  if (isRefusedAccess(reply)) {
    report(new Error(`Square rejected the request: ${reply.status} ${codes}`), 'Payments need attention.');
    return { is: 'unknown' };
  }
  const texts = errors.flatMap(({ code, category }) => declineMessage(code, category) ?? []);
  if (texts.length > 0 && reply.status < 500) return { is: 'declined', text: [...new Set(texts)].join(', ') };
  // A reused key may belong to a charge we cannot see.
  if (codes.includes('IDEMPOTENCY_KEY_REUSED') || errors.length === 0 || reply.status >= 500) return { is: 'unknown' };
  report(new Error(`Square rejected the request: ${reply.status} ${codes}`), 'Payments need attention.');
  return { is: 'unavailable' };
}

async function capture(square: Square, id: string, deadline: Deadline): Promise<Payment | undefined> {
  return parsePayment(
    square,
    await sendRequest(square.client, { path: `/v2/payments/${id}/complete`, body: {}, deadline }),
  );
}

async function findPayment(square: Square, id: string, deadline: Deadline): Promise<Payment | 'none' | undefined> {
  const reply = await sendRequest(square.client, { method: 'GET', path: `/v2/payments/${id}`, deadline });
  if (reply?.status === 404 && parseBody(ErrorBody, reply.body)) return 'none';
  return parsePayment(square, reply);
}

async function cancel(square: Square, request: Parameters<typeof sendRequest>[1]): Promise<Cancellation> {
  const reply = await sendRequest(square.client, request);
  if (reply?.status === 200) {
    // Cancel by key returns an empty body; cancel by id returns the payment.
    const payment = parsePayment(square, reply);
    const isGone = payment === undefined || payment.status === 'cancelled' || payment.status === 'failed';
    return isGone ? 'cancelled' : 'unknown';
  }
  return 'unknown';
}

async function listPayments(
  square: Square,
  { from, to }: { from: string; to: string },
  deadline: Deadline,
): Promise<PaymentList | undefined> {
  const { client, locationId } = square;
  const payments: Payment[] = [];
  let cursor = '';
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({
      begin_time: from,
      end_time: to,
      location_id: locationId,
      sort_order: 'ASC',
      limit: '100',
    });
    if (cursor) query.set('cursor', cursor);
    const reply = await sendRequest(client, { method: 'GET', path: `/v2/payments?${query}`, deadline });
    const list = reply?.status === 200 ? parseBody(PaymentListBody, reply.body) : undefined;
    if (!list) return readSoFar(payments, from);
    payments.push(...list.payments.filter((each) => isOurs(each, locationId)).map(toPayment));
    if (!list.cursor) return { payments, readUntil: to };
    cursor = list.cursor;
    const enough = page >= MAX_LIST_PAGES ? readSoFar(payments, from) : undefined;
    if (enough) return enough;
  }
}

/** Leaves out the last moment: more payments of it may be on the next page. Undefined if nothing is left. */
function readSoFar(payments: Payment[], from: string): PaymentList | undefined {
  const readUntil = new Date(payments.at(-1)?.created_at ?? from).toISOString();
  if (readUntil <= from) return undefined;
  return { payments: payments.filter(({ created_at }) => new Date(created_at).toISOString() < readUntil), readUntil };
}

type RefundRequest = Parameters<CardProvider['refund']>[0];

async function requestRefund(
  { client }: Square,
  { key, paymentId, amount }: RefundRequest,
  deadline: Deadline,
): Promise<RefundReply> {
  const body = { idempotency_key: key, payment_id: paymentId, amount_money: { amount, currency: 'USD' } };
  const reply = await sendRequest(client, { path: '/v2/refunds', body, deadline });
  const refund = parseRefund(reply);
  if (refund) return { is: 'recorded', refund };
  const isRejection =
    reply && reply.status >= 400 && reply.status < 500 && reply.status !== 429 && !isRefusedAccess(reply);
  const errors = isRejection ? parseBody(ErrorBody, reply.body)?.errors : undefined;
  if (!errors) return { is: 'unknown' };
  return { is: 'rejected', text: errors.map(({ detail, code }) => detail ?? code).join(', ') };
}

async function findRefund({ client }: Square, id: string, deadline: Deadline): Promise<RefundRecord | undefined> {
  return parseRefund(await sendRequest(client, { method: 'GET', path: `/v2/refunds/${id}`, deadline }));
}

async function findDispute({ client }: Square, id: string, deadline: Deadline): Promise<Dispute | 'none' | undefined> {
  const reply = await sendRequest(client, {
    method: 'GET',
    path: `/v2/disputes/${encodeURIComponent(id)}`,
    deadline,
  });
  if (reply?.status === 404 && parseBody(ErrorBody, reply.body)) return 'none';
  const dispute = reply?.status === 200 ? parseBody(DisputeBody, reply.body)?.dispute : undefined;
  return dispute && toDispute(dispute);
}

/** The access token was refused: that is about us, and never about money. */
const isRefusedAccess = ({ status }: NonNullable<Reply>): boolean => status === 401 || status === 403;

function parseRefund(reply: Reply): RefundRecord | undefined {
  const refund = reply?.status === 200 ? parseBody(RefundBody, reply.body)?.refund : undefined;
  return refund && toRefundRecord(refund);
}

/** Undefined unless the reply holds a payment of our location, in dollars. */
function parsePayment({ locationId }: Square, reply: Reply): Payment | undefined {
  const payment = reply?.status === 200 ? parseBody(PaymentBody, reply.body)?.payment : undefined;
  return payment && isOurs(payment, locationId) ? toPayment(payment) : undefined;
}

function parseBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> | undefined {
  const result = schema.safeParse(body);
  return result.success ? result.data : undefined;
}
