// A response that is sent many times: the body in each encoding and the headers, built once.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { limitConcurrency } from '#server/concurrency-limit.ts';

type Encoding = 'br' | 'gzip' | 'identity';
/** Short bodies are latin1 strings, one character per byte: Node sends those in one write with the headers. */
type EncodedBody = { body: Buffer | string; etag: string; head: string[]; notModified: string[] };

/** With headers, stays under the 16 kB that Node copies without allocating. */
const MAX_STRING_BODY = 15_000;

export type CachedResponse = {
  status: number;
  bodies: { [encoding in Encoding]?: EncodedBody } & { identity: EncodedBody };
};

type ResponseParts = {
  status?: number;
  body: Buffer | string;
  headers: Record<string, string>;
  /** Precompressed bodies, for built files. */
  compressed?: { br?: Buffer; gzip?: Buffer };
};

export function buildResponse({ status = 200, body, headers, compressed = {} }: ResponseParts): CachedResponse {
  const identity = Buffer.from(body);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const varied = compressed.br || compressed.gzip ? { ...headers, vary: 'accept-encoding' } : headers;
  const encode = (encoding: Encoding, bytes: Buffer): EncodedBody => {
    const etag = `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const shared = { ...varied, etag };
    const encoded = encoding === 'identity' ? shared : { ...shared, 'content-encoding': encoding };
    return {
      body: bytes.length <= MAX_STRING_BODY ? bytes.toString('latin1') : bytes,
      etag,
      head: Object.entries({ ...encoded, 'content-length': String(bytes.length) }).flat(),
      notModified: Object.entries(shared)
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
/** Each compression holds megabytes while it runs, so only a few run at once. */
const limited = limitConcurrency(2);

type Uncompressed = Omit<ResponseParts, 'compressed'> & {
  /** Responses that won't be cached are only gzipped: every browser takes it, for half the work and a fraction of the memory. */
  cacheable: boolean;
};

/** Builds a response with bodies compressed off the main thread. Short bodies are not worth compressing. */
export async function buildCompressedResponse({ cacheable, ...parts }: Uncompressed): Promise<CachedResponse> {
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

export function sendCachedResponse(request: IncomingMessage, response: ServerResponse, cached: CachedResponse): void {
  const encoded = negotiateBody(cached, rawHeader(request, 'accept-encoding'));
  const seen = rawHeader(request, 'if-none-match');
  if (seen !== undefined && cached.status === 200 && etagMatches(seen, encoded.etag)) {
    response.writeHead(304, encoded.notModified);
    response.end();
  } else {
    response.writeHead(cached.status, encoded.head);
    if (request.method === 'HEAD') response.end();
    else response.end(encoded.body, 'latin1');
  }
}

/** Reads the raw list: accessing `request.headers` would parse all headers first. */
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

// Browsers send one of a handful of values, and parsing one costs more than sending a page.
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

export function etagMatches(seen: string, etag: string): boolean {
  if (seen === etag) return true;
  return seen === '*' || seen.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
