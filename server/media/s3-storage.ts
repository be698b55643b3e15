// Uploads in object storage that speaks S3: for shops of more than one machine.
import { AwsClient } from 'aws4fetch';
import type { Config } from '#server/config.ts';
import type { Storage } from './storage.ts';

type Settings = NonNullable<Config['s3']>;

const TIMEOUT_MS = 10_000;

export function s3Storage({ bucket, region, endpoint, keyId, secret }: Settings): Storage {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 });
  // Services other than Amazon's are addressed by path: they have no host name per bucket.
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
        // Our names have no character that XML would spell otherwise.
        const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
        names.push(...keys.map((key) => key.slice(folder.length + 1)));
        after = page.includes('<IsTruncated>true</IsTruncated>') ? (keys.at(-1) ?? '') : '';
      } while (after);
      return names;
    },
  };

  function request(key: string, init: RequestInit): Promise<Response> {
    return client.fetch(`${base}/${key}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  }
}

const storageError = ({ status }: Response, what: string, name: string) =>
  new Error(`The object storage answered ${status} to a ${what} of ${name}.`);
