// Everything to fuzz: the endpoint table, plus endpoints that are not in it because they return CSV or are called by the card
// provider.
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type Endpoint, MessageResponse } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { fileEndpoints } from '#contracts/file-endpoints.ts';
import { WebhookEvent } from '#server/charges/providers/webhook.ts';
import { squareSettings } from '#server/testing/fake-square.ts';

const WEBHOOK = 'POST /api/webhooks/square';
const SIGNATURE_KEY = 'the key of the webhook';

/** Well-formed CSV, whatever buyers typed into the cells. */
const Csv = z.string().regex(/^\ufeff?"Order ID",(?:[^"\r\n]|"(?:[^"]|"")*"|\r\n)*\r\n$/);

/** No fuzzed name is that of a backup. */
const Backup = z.never();

const Pdf = z.string().startsWith('%PDF-');

const otherEndpoints: Record<string, Endpoint> = {
  'GET /api/orders/export': { ...fileEndpoints['GET /api/orders/export'], response: Csv },
  'GET /api/lots/admin/:id/recall-sheet': { ...fileEndpoints['GET /api/lots/admin/:id/recall-sheet'], response: Csv },
  'GET /api/invoices/:id/pdf': { ...fileEndpoints['GET /api/invoices/:id/pdf'], response: Pdf },
  'GET /api/backups/:name': { ...fileEndpoints['GET /api/backups/:name'], response: Backup },
  [WEBHOOK]: { summary: 'Webhook of the card provider', body: WebhookEvent, response: MessageResponse },
};

export const targets: Record<string, Endpoint> = { ...endpoints, ...otherEndpoints };

export function specOf(name: string): Endpoint {
  const spec = targets[name];
  if (!spec) throw new Error(`Unknown endpoint: ${name}.`);
  return spec;
}

export const sendsCsv = (name: string): boolean => specOf(name).response === Csv;

/** Turns on the webhook while keeping demo payments. */
export const webhookSettings = { ...squareSettings, PAYMENTS: 'demo', SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY };

/** The provider's signature, left out of every third request. */
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
