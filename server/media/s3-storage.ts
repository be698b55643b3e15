// Uploads in S3-compatible object storage, for shops that run on more than one machine.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Config } from '#server/config.ts';
import type { Storage } from './storage.ts';

type Settings = NonNullable<Config['s3']>;
type Reply = { status: number; body: Buffer };

/** For a request with its retries. */
const TIMEOUT_MS = 10_000;
/** Every request may be repeated: a file never changes, so writing or deleting it twice is the same as once. */
const RETRY_AFTER_MS = [100, 400];
const MAX_RESUMES = 3;

export function s3Storage({ bucket, region, endpoint, keyId, secret }: Settings): Storage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 0 });
  // Other services than AWS use path-style URLs: they have no host name per bucket.
  const base = endpoint ? `${endpoint.replace(/\/$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  return {
    async write(folder, name, bytes) {
      // Signed with its hash, so that a body damaged on the way is refused.
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') };
      const reply = await send(`${folder}/${name}`, { method: 'PUT', body: new Uint8Array(bytes), headers });
      if (!isOk(reply)) throw storageError(reply, 'write', name);
    },
    async read(folder, name) {
      const reply = await send(`${folder}/${name}`);
      if (isMissingFile(reply)) return undefined;
      if (!isOk(reply)) throw storageError(reply, 'read', name);
      return reply.body;
    },
    async open(folder, name) {
      const response = await openFrom(`${folder}/${name}`, 0);
      if (!response) return undefined;
      const bytes = Number(response.headers.get('content-length') ?? Number.NaN);
      if (!Number.isInteger(bytes)) throw new Error(`Object storage did not tell the size of ${name}.`);
      const chunks = readResuming(response, bytes, (from) => openFrom(`${folder}/${name}`, from));
      return { bytes, stream: Readable.from(chunks, { objectMode: false }) };
    },
    async remove(folder, name) {
      const reply = await send(`${folder}/${name}`, { method: 'DELETE' });
      if (!isOk(reply) && !isMissingFile(reply)) throw storageError(reply, 'delete', name);
    },
    async list(folder) {
      const names: string[] = [];
      let after = '';
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: `${folder}/`,
          ...(after && { 'start-after': after }),
        });
        const reply = await send(`?${query}`);
        if (!isOk(reply)) throw storageError(reply, 'list', folder);
        const page = reply.body.toString();
        // Our names contain no characters that XML escapes.
        const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
        names.push(...keys.map((key) => key.slice(folder.length + 1)));
        after = page.includes('<IsTruncated>true</IsTruncated>') ? (keys.at(-1) ?? '') : '';
      } while (after);
      return names;
    },
  };

  /** The time limit covers the whole body. */
  function send(key: string, init: RequestInit = {}): Promise<Reply> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return retry(signal, async () => {
      const response = await fetchKey(key, { ...init, signal });
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    });
  }

  /** The time limit ends with the headers: how long the body takes is up to its reader. */
  async function openFrom(key: string, from: number): Promise<Response | undefined> {
    const aborted = new AbortController();
    const timeout = setTimeout(() => aborted.abort(), TIMEOUT_MS).unref();
    const headers = from > 0 ? { range: `bytes=${from}-` } : {};
    const response = await retry(aborted.signal, () => fetchKey(key, { headers, signal: aborted.signal })).finally(() =>
      clearTimeout(timeout),
    );
    if (response.status === (from > 0 ? 206 : 200)) return response;
    const reply = { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    if (isMissingFile(reply)) return undefined;
    throw storageError(reply, 'read', key);
  }

  function fetchKey(key: string, init: RequestInit): Promise<Response> {
    return client.fetch(`${base}/${key}`, { ...init, redirect: 'error' });
  }
}

/** After a lost connection or an error of the server. */
async function retry<T extends { status: number }>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  for (const wait of RETRY_AFTER_MS) {
    const response = await attempt().catch((error) => {
      if (signal.aborted) throw error;
    });
    if (response && response.status < 500 && response.status !== 429) return response;
    await sleep(wait * (0.5 + Math.random()));
  }
  return attempt();
}

/** Continues where it was when the connection is lost. */
async function* readResuming(
  { body }: Response,
  bytes: number,
  openFrom: (from: number) => Promise<Response | undefined>,
): AsyncGenerator<Uint8Array> {
  let reader = body?.getReader();
  let resumes = 0;
  try {
    for (let read = 0; read < bytes; ) {
      const chunk = await reader?.read().catch(() => undefined);
      if (chunk?.value) {
        read += chunk.value.length;
        yield chunk.value;
      } else {
        resumes += 1;
        const rest = resumes <= MAX_RESUMES ? await openFrom(read) : undefined;
        if (!rest) throw new Error(`Object storage broke off after ${read} of ${bytes} bytes.`);
        reader = rest.body?.getReader();
      }
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

const isOk = ({ status }: Reply) => status >= 200 && status < 300;

const errorCode = ({ body }: Reply) => /<Code>(\w+)<\/Code>/.exec(body.toString('latin1'))?.[1];

/** A missing bucket is a wrong setting, not a missing file. */
const isMissingFile = (reply: Reply) => reply.status === 404 && errorCode(reply) !== 'NoSuchBucket';

function storageError(reply: Reply, operation: string, name: string): Error {
  const code = errorCode(reply);
  return new Error(`Object storage returned ${reply.status}${code ? ` (${code})` : ''} for ${operation} ${name}.`);
}
