// The one place where a failure becomes an answer. Its three readers: the log gets the cause, the
// caller a status and a message, the person a text to act on.
import type { FastifyError, FastifyInstance } from 'fastify';
import { HttpError } from '#server/http-errors.ts';
import { isStorageFull, storageFull } from './storage-full.ts';

/** The page for a visitor whose page could not be made. */
export type ErrorPage = (message: string, requestId: string) => string;

export function handleErrors(app: FastifyInstance, errorPage: ErrorPage): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const { status, message, errors, current, headers } = toHttpError(error);
    reply.code(status).headers({ ...headers, 'cache-control': 'no-store' });
    if (status >= 500 && !(error instanceof HttpError))
      request.log.error(
        { err: error },
        isStorageFull(error) ? STORAGE_FULL_MESSAGE : 'The request could not be answered.',
      );
    // The specification gives this one call its own shape. Here and below: what is undefined does not appear in the JSON.
    if (request.url.startsWith(PAYMENT_PATH)) return reply.send({ status: 'error', error: message, errors });
    if (status < 500) return reply.send({ message, errors, current });
    if (request.url.startsWith('/api/')) return reply.send({ message, request_id: request.id });
    return reply.type('text/html; charset=utf-8').send(errorPage(message, request.id));
  });
}

const PAYMENT_PATH = '/api/process-payment';

/** In docs/operating.md for whoever reads it in the log. */
const STORAGE_FULL_MESSAGE = 'There is no room left to store anything.';

function toHttpError(error: Error): HttpError {
  if (error instanceof HttpError) return error;
  if (isStorageFull(error)) return storageFull();
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status >= 400 && status < 500)
    return new HttpError(status, frameworkTexts[status] ?? 'The request is not valid.');
  return new HttpError(500, 'Something went wrong on our side. Please try again.');
}

// The framework's own texts speak of content-type parsers and header names.
const frameworkTexts: Record<number, string> = {
  400: 'The request could not be read.',
  404: 'Not found.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  415: 'This content type is not supported.',
};
