// Square's webhook for payment, refund and dispute events. The signature proves that Square sent them; the payment or dispute
// itself we look up.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readBody } from '#server/http/read-body.ts';
import { HttpError } from '#server/http-errors.ts';

const PATH = '/api/webhooks/square';
/** Square's events are a few kilobytes. */
const WEBHOOK_MAX_BYTES = 64 * 1024;

/** Rejects NUL, which PostgreSQL cannot store: failing on it would make Square resend the event for days. */
const Id = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\0'));

export const WebhookEvent = z.object({
  event_id: Id,
  data: z.object({
    object: z.object({
      payment: z.object({ id: Id }).optional(),
      refund: z.object({ payment_id: Id }).optional(),
      dispute: z.object({ id: Id }).optional(),
    }),
  }),
});

type Options = {
  signatureKey: string;
  siteUrl(): string;
  onPayment(eventId: string, paymentId: string): Promise<void>;
  onDispute(disputeId: string): Promise<void>;
};

export async function mountSquareWebhook(
  app: FastifyInstance,
  { signatureKey, siteUrl, onPayment, onDispute }: Options,
): Promise<void> {
  // Needs its own scope: the signature covers the raw bytes.
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, WEBHOOK_MAX_BYTES, request.headers['content-length']),
    );
    scope.post(PATH, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['x-square-hmacsha256-signature'];
      if (!isSigned(body, typeof signature === 'string' ? signature : ''))
        throw new HttpError(403, 'Invalid signature.');
      const event = WebhookEvent.safeParse(parseJson(body));
      const { payment, refund, dispute } = event.data?.data.object ?? {};
      const paymentId = payment?.id ?? refund?.payment_id;
      if (event.success && paymentId) await onPayment(event.data.event_id, paymentId);
      if (dispute) await onDispute(dispute.id);
      return reply.header('cache-control', 'no-store').send({ message: 'Received.' });
    });
    done();
  });

  function isSigned(body: Buffer, signature: string): boolean {
    const expected = createHmac('sha256', signatureKey)
      .update(siteUrl() + PATH)
      .update(body)
      .digest();
    const actual = Buffer.from(signature, 'base64');
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
