// An answer that is ready to be sent again and again: bytes in each encoding, headers laid out once.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { limitConcurrency } from '#server/concurrency-limit.ts';

type Encoding = 'br' | 'gzip' | 'identity';
/** A short body is kept as a string with one character per byte: Node sends it in one piece with the headers. */
type EncodedBody = { body: Buffer | string; etag: string; head: string[]; notModified: string[] };

/** With headers it stays under the 16 kB that Node copies without asking for memory. */
const MAX_STRING_BODY = 15_000;

export type CachedResponse = {
  status: number;
  bodies: { [encoding in Encoding]?: EncodedBody } & { identity: EncodedBody };
};

type Parts = {
  status?: number;
  body: Buffer | string;
  headers: Record<string, string>;
  /** Compressed bodies that are at hand already, as for built files. */
  compressed?: { br?: Buffer; gzip?: Buffer };
};

export function buildResponse({ status = 200, body, headers, compressed = {} }: Parts): CachedResponse {
  const identity = Buffer.from(body);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const varied = compressed.br || compressed.gzip ? { ...headers, vary: 'accept-encoding' } : headers;
  const encode = (encoding: Encoding, bytes: Buffer): EncodedBody => {
    const etag = `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const kept = { ...varied, etag };
    const coded = encoding === 'identity' ? kept : { ...kept, 'content-encoding': encoding };
    return {
      body: bytes.length <= MAX_STRING_BODY ? bytes.toString('latin1') : bytes,
      etag,
      head: Object.entries({ ...coded, 'content-length': String(bytes.length) }).flat(),
      notModified: Object.entries(kept)
        .filter(([name]) => name !== 'content-type')
        .flat(),
    };
  };
  return {
    status,
    bodies: {
      identity: encode('identity', identity),
      ...(compressed.br && { br: encode('br', compressed.br) }),
      ...(compressed.gzip && { gzip: encode('gzip', compressed.gzip) }),
    },
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Each holds megabytes from the moment it is asked for, and no more than this are worked on at a time. */
const limited = limitConcurrency(2);

type Plain = Omit<Parts, 'compressed'> & {
  /** What is not kept comes in the one form that every browser takes: half the work, and a fraction of the memory. */
  cacheable: boolean;
};

/** The same with compressed bodies, made off the main thread. Short bodies gain nothing from it. */
export async function buildCompressedResponse({ cacheable, ...parts }: Plain): Promise<CachedResponse> {
  const body = Buffer.from(parts.body);
  if (body.length < 600) return buildResponse(parts);
  const [gzipped, br] = await limited(() =>
    Promise.all([
      zip(body, { level: 6 }),
      cacheable ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : undefined,
    ]),
  );
  return buildResponse({ ...parts, body, compressed: { gzip: gzipped, ...(br && { br }) } });
}

export function sendCachedResponse(request: IncomingMessage, response: ServerResponse, answer: CachedResponse): void {
  const ready = negotiateBody(answer, rawHeader(request, 'accept-encoding'));
  const seen = rawHeader(request, 'if-none-match');
  if (seen !== undefined && answer.status === 200 && etagMatches(seen, ready.etag)) {
    response.writeHead(304, ready.notModified);
    response.end();
  } else {
    response.writeHead(answer.status, ready.head);
    if (request.method === 'HEAD') response.end();
    else response.end(ready.body, 'latin1');
  }
}

/** As it came: `request.headers` would first lay out all the others. */
function rawHeader({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const each = rawHeaders[index];
    if (each?.length === name.length && each.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

function negotiateBody({ bodies }: CachedResponse, header: string | undefined): EncodedBody {
  if (header === undefined) return bodies.identity;
  const accepted = parseAcceptEncoding(header);
  return (accepted.br && bodies.br) || (accepted.gzip && bodies.gzip) || bodies.identity;
}

type Accepted = { br: boolean; gzip: boolean };

// Browsers send one of a handful of headers, and reading one costs more than sending a page.
const parsedHeaders = new Map<string, Accepted>();
const MAX_PARSED_HEADERS = 100;

function parseAcceptEncoding(header: string): Accepted {
  let accepted = parsedHeaders.get(header);
  if (!accepted) {
    accepted = { br: accepts(header, 'br'), gzip: accepts(header, 'gzip') };
    if (parsedHeaders.size >= MAX_PARSED_HEADERS) parsedHeaders.clear();
    parsedHeaders.set(header, accepted);
  }
  return accepted;
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...settings] = part.split(';').map((each) => each.trim().toLowerCase());
    return name === encoding && !settings.some((setting) => setting.startsWith('q=') && Number(setting.slice(2)) === 0);
  });
}

function etagMatches(seen: string, etag: string): boolean {
  if (seen === etag) return true;
  return seen === '*' || seen.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
