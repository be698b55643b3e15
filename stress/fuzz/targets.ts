// All that is attacked with requests: the table of calls, and what stands outside it because its answer is no JSON or its sender
// no browser.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type Endpoint, IdParams, MessageResponse } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { SalesQuery } from '#contracts/reports.ts';
import { WebhookEvent } from '#server/payments/webhook.ts';
import { squareSettings } from '#server/testing/fake-square.ts';

const WEBHOOK = 'POST /api/webhooks/square';
const SIGNATURE_KEY = 'the key of the webhook';

/** One row per line, each cell in order, whatever buyers wrote into them. */
const Csv = z.string().regex(/^\ufeff?Order ID,(?:[^"\r\n]|"(?:[^"]|"")*"|\r\n)*\r\n$/);

const outside: Record<string, Endpoint> = {
  'GET /api/orders/export': { summary: 'Orders as a table', for: 'admin', query: SalesQuery, response: Csv },
  'GET /api/lots/admin/:id/recall-sheet': { summary: 'Who got a lot', for: 'admin', params: IdParams, response: Csv },
  [WEBHOOK]: { summary: 'Word from the card provider', body: WebhookEvent, response: MessageResponse },
};

export const targets: Record<string, Endpoint> = { ...endpoints, ...outside };

export function specOf(name: string): Endpoint {
  const spec = targets[name];
  if (!spec) throw new Error(`There is no call ${name}.`);
  return spec;
}

export const sendsCsv = (name: string): boolean => specOf(name).response === Csv;

/** With these the shop listens to the webhook, and still takes the demo's cards. */
export const webhookSettings = { ...squareSettings, PAYMENTS: 'demo', SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY };

/** What the provider would sign. Every third has no such luck. */
export function signature(
  name: string,
  number: number,
  body: Buffer | undefined,
  port: number,
): Record<string, string> {
  if (name !== WEBHOOK || number % 3 === 2) return {};
  const signed = createHmac('sha256', SIGNATURE_KEY)
    .update(`http://localhost:${port}/api/webhooks/square`)
    .update(body ?? '');
  return { 'x-square-hmacsha256-signature': signed.digest('base64') };
}
