// Uploads in S3-compatible object storage, for shops that run on more than one machine.
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Config } from '#server/config.ts';
import type { Storage } from './storage.ts';

type Settings = NonNullable<Config['s3']>;

const TIMEOUT_MS = 10_000;

export function s3Storage({ bucket, region, endpoint, keyId, secret }: Settings): Storage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 });
  // Other services than AWS use path-style URLs: they have no host name per bucket.
  const base = endpoint ? `${endpoint.replace(/\/$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  return {
    async write(folder, name, bytes) {
      const response = await request(`${folder}/${name}`, { method: 'PUT', body: new Uint8Array(bytes) });
      if (!response.ok) throw storageError(response, 'write', name);
    },
    async read(folder, name) {
      const response = await request(`${folder}/${name}`, {});
      if (response.status === 404) return undefined;
      if (!response.ok) throw storageError(response, 'read', name);
      return Buffer.from(await response.arrayBuffer());
    },
    async open(folder, name) {
      const response = await request(`${folder}/${name}`, {}, { untilHeaders: true });
      if (response.status === 404) return undefined;
      if (!response.ok || !response.body) throw storageError(response, 'read', name);
      return {
        bytes: Number(response.headers.get('content-length')),
        stream: Readable.from(response.body, { objectMode: false }),
      };
    },
    async remove(folder, name) {
      const response = await request(`${folder}/${name}`, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw storageError(response, 'delete', name);
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
        const response = await request(`?${query}`, {});
        if (!response.ok) throw storageError(response, 'list', folder);
        const page = await response.text();
        // Our names contain no characters that XML escapes.
        const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
        names.push(...keys.map((key) => key.slice(folder.length + 1)));
        after = page.includes('<IsTruncated>true</IsTruncated>') ? (keys.at(-1) ?? '') : '';
      } while (after);
      return names;
    },
  };

  /** The time limit covers the whole body, or with `untilHeaders` only the wait for it. */
  async function request(key: string, init: RequestInit, { untilHeaders = false } = {}): Promise<Response> {
    const aborted = new AbortController();
    const timeout = setTimeout(() => aborted.abort(), TIMEOUT_MS).unref();
    const signal = untilHeaders ? aborted.signal : AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await client.fetch(`${base}/${key}`, { ...init, signal, redirect: 'error' });
    } finally {
      clearTimeout(timeout);
    }
  }
}

const storageError = ({ status }: Response, operation: string, name: string) =>
  new Error(`Object storage returned ${status} for ${operation} ${name}.`);
