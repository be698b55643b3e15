// Square tells us that something happened to a payment. The signature says that it is Square; what happened we ask ourselves.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HttpError } from '#server/http-errors.ts';

const PATH = '/api/webhooks/square';

/** Without the one character that PostgreSQL cannot store: what has it is no word of ours, and would be sent again for days. */
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
    }),
  }),
});

type Options = { signatureKey: string; siteUrl(): string; onEvent(eventId: string, paymentId: string): Promise<void> };

export async function mountSquareWebhook(
  app: FastifyInstance,
  { signatureKey, siteUrl, onEvent }: Options,
): Promise<void> {
  // A scope of its own: the signature is over the bytes as they came.
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post(PATH, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const given = request.headers['x-square-hmacsha256-signature'];
      if (!isSigned(body, typeof given === 'string' ? given : ''))
        throw new HttpError(403, 'The signature is not right.');
      const event = WebhookEvent.safeParse(parseJson(body));
      const { payment, refund } = event.data?.data.object ?? {};
      const paymentId = payment?.id ?? refund?.payment_id;
      if (event.success && paymentId) await onEvent(event.data.event_id, paymentId);
      return reply.header('cache-control', 'no-store').send({ message: 'Heard.' });
    });
    done();
  });

  function isSigned(body: Buffer, given: string): boolean {
    const expected = createHmac('sha256', signatureKey)
      .update(siteUrl() + PATH)
      .update(body)
      .digest();
    const actual = Buffer.from(given, 'base64');
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
