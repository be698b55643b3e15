// Turns every error into a response: the log gets the cause, the client a status and a message, and the user a text
// they can act on.
import type { FastifyError, FastifyInstance } from 'fastify';
import { HttpError } from '#server/http-errors.ts';
import { DATABASE_OUTAGE_MESSAGE, databaseOutage, isDatabaseOutage } from './database-outage.ts';
import { isStorageFull, storageFull } from './storage-full.ts';

/** The HTML shown when a page could not be rendered. */
export type ErrorPage = (message: string, requestId: string) => string;

export function handleErrors(app: FastifyInstance, errorPage: ErrorPage): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const { status, message, errors, current, headers } = toHttpError(error);
    reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
    if (status >= 500 && !(error instanceof HttpError)) request.log.error({ err: error }, logMessage(error));
    // The specification gives this endpoint its own error shape. Undefined fields are left out of the JSON.
    if (request.url.startsWith(PAYMENT_PATH)) return reply.send({ status: 'error', error: message, errors });
    if (status < 500) return reply.send({ message, errors, current });
    if (request.url.startsWith('/api/')) return reply.send({ message, request_id: request.id });
    return reply.type('text/html; charset=utf-8').send(errorPage(message, request.id));
  });
}

const PAYMENT_PATH = '/api/process-payment';

/** Documented in docs/operating.md. */
const STORAGE_FULL_MESSAGE = 'Storage is full.';

function logMessage(error: Error): string {
  if (isStorageFull(error)) return STORAGE_FULL_MESSAGE;
  return isDatabaseOutage(error) ? DATABASE_OUTAGE_MESSAGE : 'The request failed.';
}

function toHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (isStorageFull(error)) return storageFull();
  if (isDatabaseOutage(error)) return databaseOutage();
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status >= 400 && status < 500)
    return new HttpError(status, frameworkTexts[status] ?? 'The request is not valid.');
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

// The framework's own messages mention content-type parsers and header names.
const frameworkTexts: Record<number, string> = {
  400: 'The request could not be read.',
  404: 'Not found.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  415: 'This content type is not supported.',
};
