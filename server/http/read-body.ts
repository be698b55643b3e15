// Reads a request body into one bounded buffer. A list of chunks would let a client that sends one byte at a time use a
// hundred times the memory of its body.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { HttpError, payloadTooLarge } from '#server/http-errors.ts';

/** The longest JSON we accept. An order with every field full is far shorter. */
export const JSON_MAX_BYTES = 32 * 1024;
/** For endpoints with `longBody`. */
export const LONG_JSON_MAX_BYTES = 512 * 1024;
const FIRST_BYTES = 1024;
/** Far more than a network makes of a short body. Each piece costs CPU, however small it is. */
const MAX_PIECES = 1000;

/** Parses JSON bodies of up to JSON_MAX_BYTES, or as many as the route allows. */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readBody(payload, request.routeOptions.bodyLimit, request.headers['content-length']).then(
      (body) => parse(request, body.toString('utf8'), done),
      (error) => done(error),
    );
  });
}

export function readBody(stream: IncomingMessage, maxBytes: number, contentLength?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(contentLength) > maxBytes) return reject(payloadTooLarge(TOO_LARGE));
    let bytes = Buffer.alloc(0);
    let length = 0;
    let pieces = 0;
    stream.on('data', append).once('end', finish).once('error', onBroken).once('close', onBroken);

    function append(chunk: Buffer) {
      const needed = length + chunk.length;
      pieces += 1;
      // Nobody does this by accident. A response would have to wait until all pieces are parsed.
      if (pieces > MAX_PIECES) return void stream.socket.destroy();
      if (needed > maxBytes) return fail(payloadTooLarge(TOO_LARGE));
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(needed, bytes.length * 2, FIRST_BYTES)));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      chunk.copy(bytes, length);
      length = needed;
    }

    function finish() {
      stopListening();
      resolve(bytes.subarray(0, length));
    }

    function onBroken() {
      fail(new HttpError(400, 'The request ended early.'));
    }

    function fail(error: Error) {
      stopListening();
      // Discards what is still to come.
      stream.resume();
      reject(error);
    }

    function stopListening() {
      stream.off('data', append).off('end', finish).off('error', onBroken).off('close', onBroken);
    }
  });
}

const TOO_LARGE = 'The request is too large.';
