// The idempotency key of a request: its header, or `key` in the body of the calls that had one there first.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contracts/endpoint.ts';
import { invalid } from '#server/http-errors.ts';

export function readKey({ key: need }: Endpoint, { headers }: FastifyRequest, body: unknown): string | undefined {
  if (need === undefined) return undefined;
  const inBody: unknown = Object(body).key;
  const key = parseHeader(headers['idempotency-key']) ?? (typeof inBody === 'string' ? inBody : undefined);
  if (key === undefined && need === 'required')
    throw invalid({ 'Idempotency-Key': ['Send a key of its own with each request.'] });
  return key;
}

function parseHeader(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw invalid({ 'Idempotency-Key': ['The key must be 1 to 255 printable ASCII characters.'] });
}
