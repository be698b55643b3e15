// Invoices and credit notes as PDF files, drawn when they are asked for: what is still open changes.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { fileEndpoints } from '#contracts/file-endpoints.ts';
import { type InvoiceSheet, toInvoiceSheet } from '#contracts/invoice-sheet.ts';
import type { Invoice } from '#contracts/terms.ts';
import { limitConcurrency } from '#server/concurrency-limit.ts';
import type { Db } from '#server/database/schema.ts';
import { type Authenticate, authorize } from '#server/http/authorize.ts';
import { validate } from '#server/http/validate.ts';
import * as invoices from './invoices.store.ts';
import type { CustomerTerms } from './terms.ts';
import { toInvoice } from './to-invoice.ts';

export type DrawInvoice = (sheet: InvoiceSheet, issuedOn: string) => Promise<Buffer>;

/** As many as the shop serves at a time; most take 16 kB. */
const MAX_KEPT = 250;

/** Drawing blocks the event loop: two at a time, others in between, and once for what a sheet shows. */
export function drawOnce(draw: DrawInvoice): DrawInvoice {
  const limited = limitConcurrency(2);
  const kept = new Map<string, Promise<Buffer>>();
  return (sheet, issuedOn) => {
    const key = JSON.stringify([sheet, issuedOn]);
    const drawing = kept.get(key) ?? limited(() => yieldToEventLoop().then(() => draw(sheet, issuedOn)));
    kept.set(key, drawing);
    drawing.catch(() => kept.delete(key));
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    return drawing;
  };
}

export type InvoiceFile = { filename: string; content: Buffer };

/** Undefined if there is no invoice with this number. */
export async function findInvoiceFile(db: Db, number: number, draw: DrawInvoice): Promise<InvoiceFile | undefined> {
  const row = await invoices.find(db, number);
  return row && toFile(toInvoice(row), draw);
}

async function toFile(invoice: Invoice, draw: DrawInvoice): Promise<InvoiceFile> {
  const sheet = toInvoiceSheet(invoice);
  const name = `${invoice.seller.name} ${sheet.title}`.normalize('NFKD').replace(/[^\w ]+/g, '');
  return {
    filename: `${name.trim().replace(/\s+/g, '-').toLowerCase()}.pdf`,
    content: await draw(sheet, invoice.issued_on),
  };
}

const NAME = 'GET /api/invoices/:id/pdf';

type Options = {
  terms: Pick<CustomerTerms, 'findInvoice'>;
  authenticate: Authenticate;
  draw: DrawInvoice;
  headers: Record<string, string>;
};

/** Not in the endpoint table because it does not return JSON. */
export function mountInvoicePdf(app: FastifyInstance, { terms, authenticate, draw, headers }: Options): void {
  const { params, query, ...access } = fileEndpoints[NAME];
  app.get('/api/invoices/:id/pdf', async (request, reply) => {
    const actor = await authorize(request, access, authenticate);
    const { id } = validate(params, request.params);
    const { key } = validate(query, request.query);
    const { data } = await terms.findInvoice(id, { actor, key });
    const { filename, content } = await toFile(data, draw);
    return reply
      .headers({ ...headers, 'cache-control': 'no-store' })
      .header('content-disposition', `inline; filename="${filename}"`)
      .type('application/pdf')
      .send(content);
  });
}
