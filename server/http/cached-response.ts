// An answer that is ready to be sent again and again: bytes in each encoding, headers laid out once.
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { turns } from '#server/concurrency-limit.ts';

type Encoding = 'br' | 'gzip' | 'identity';
/** A short body is kept as a string with one character per byte: Node sends it in one piece with the headers. */
type Ready = { body: Buffer | string; etag: string; head: string[]; notModified: string[] };

/** With headers it stays under the 16 kB that Node copies without asking for memory. */
const SHORT = 15_000;

export type Answer = { status: number; bodies: { [encoding in Encoding]?: Ready } & { identity: Ready } };

type Parts = {
  status?: number;
  body: Buffer | string;
  headers: Record<string, string>;
  /** Compressed bodies that are at hand already, as for built files. */
  compressed?: { br?: Buffer; gzip?: Buffer };
};

export function answerOf({ status = 200, body, headers, compressed = {} }: Parts): Answer {
  const identity = Buffer.from(body);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  const varied = compressed.br || compressed.gzip ? { ...headers, vary: 'accept-encoding' } : headers;
  const ready = (encoding: Encoding, bytes: Buffer): Ready => {
    const etag = `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const kept = { ...varied, etag };
    const coded = encoding === 'identity' ? kept : { ...kept, 'content-encoding': encoding };
    return {
      body: bytes.length <= SHORT ? bytes.toString('latin1') : bytes,
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
      identity: ready('identity', identity),
      ...(compressed.br && { br: ready('br', compressed.br) }),
      ...(compressed.gzip && { gzip: ready('gzip', compressed.gzip) }),
    },
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Each holds megabytes from the moment it is asked for, and no more than this are worked on at a time. */
const inTurn = turns(2);

type Plain = Omit<Parts, 'compressed'> & {
  /** What is not kept comes in the one form that every browser takes: half the work, and a fraction of the memory. */
  keep: boolean;
};

/** The same with compressed bodies, made off the main thread. Short bodies gain nothing from it. */
export async function compressedAnswerOf({ keep, ...parts }: Plain): Promise<Answer> {
  const body = Buffer.from(parts.body);
  if (body.length < 600) return answerOf(parts);
  const [gzipped, br] = await inTurn(() =>
    Promise.all([
      zip(body, { level: 6 }),
      keep ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : undefined,
    ]),
  );
  return answerOf({ ...parts, body, compressed: { gzip: gzipped, ...(br && { br }) } });
}

export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const ready = bestBody(answer, headerOf(request, 'accept-encoding'));
  const seen = headerOf(request, 'if-none-match');
  if (seen !== undefined && answer.status === 200 && matches(seen, ready.etag)) {
    response.writeHead(304, ready.notModified);
    response.end();
  } else {
    response.writeHead(answer.status, ready.head);
    if (request.method === 'HEAD') response.end();
    else response.end(ready.body, 'latin1');
  }
}

/** As it came: `request.headers` would first lay out all the others. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const each = rawHeaders[index];
    if (each?.length === name.length && each.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

function bestBody({ bodies }: Answer, header: string | undefined): Ready {
  if (header === undefined) return bodies.identity;
  const accepted = acceptedBy(header);
  return (accepted.br && bodies.br) || (accepted.gzip && bodies.gzip) || bodies.identity;
}

type Accepted = { br: boolean; gzip: boolean };

// Browsers send one of a handful of headers, and reading one costs more than sending a page.
const read = new Map<string, Accepted>();
const MOST_HEADERS = 100;

function acceptedBy(header: string): Accepted {
  let accepted = read.get(header);
  if (!accepted) {
    accepted = { br: accepts(header, 'br'), gzip: accepts(header, 'gzip') };
    if (read.size >= MOST_HEADERS) read.clear();
    read.set(header, accepted);
  }
  return accepted;
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...settings] = part.split(';').map((each) => each.trim().toLowerCase());
    return name === encoding && !settings.some((setting) => setting.startsWith('q=') && Number(setting.slice(2)) === 0);
  });
}

function matches(seen: string, etag: string): boolean {
  if (seen === etag) return true;
  return seen === '*' || seen.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
