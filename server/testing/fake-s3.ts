// An in-memory S3 server. Verifies signatures and can be told to fail.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export const s3Settings = { bucket: 'hops', region: 'us-west-1', keyId: 'AKFARM', secret: 'a secret of the barn' };

/** Small, so tests need more than one page. */
const LIST_PAGE = 3;
const NO_BUCKET = '<Error><Code>NoSuchBucket</Code></Error>';

export async function startFakeS3() {
  const objects = new Map<string, Buffer>();
  const fake = {
    objects,
    failing: false,
    /** How many of the next requests lose their connection: before anything is done, or in the middle of the response. */
    lost: 0,
    cut: 0,
    endpoint: '',
    close: () => server.close(),
  };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    if (!isSigned(request, body)) return response.writeHead(403).end();
    if (fake.failing) return response.writeHead(500).end();
    if (fake.lost > 0) {
      fake.lost -= 1;
      return request.socket.destroy();
    }
    if (!path.startsWith(`/${s3Settings.bucket}/`)) return response.writeHead(404).end(NO_BUCKET);
    if (request.method === 'PUT') {
      objects.set(path, body);
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(path);
      return response.writeHead(204).end();
    }
    const { pathname, searchParams } = new URL(path, 'http://s3');
    if (searchParams.get('list-type') === '2') return response.end(listObjects(pathname, searchParams));
    const object = objects.get(path);
    return object ? sendObject(request, response, object) : response.writeHead(404).end();
  });
  function sendObject(request: IncomingMessage, response: ServerResponse, object: Buffer) {
    const [, from] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    const body = object.subarray(Number(from ?? 0));
    response.writeHead(from ? 206 : 200, { 'content-length': body.length });
    if (fake.cut === 0) return response.end(body);
    fake.cut -= 1;
    return response.write(body.subarray(0, body.length / 2), () => request.socket.destroy());
  }
  function listObjects(bucket: string, query: URLSearchParams): string {
    const keys = [...objects.keys()]
      .map((path) => path.slice(bucket.length))
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > (query.get('start-after') ?? ''))
      .toSorted((a, b) => (a < b ? -1 : 1));
    const page = keys.slice(0, LIST_PAGE);
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    return `<ListBucketResult><IsTruncated>${keys.length > LIST_PAGE}</IsTruncated>${contents}</ListBucketResult>`;
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.endpoint = `http://127.0.0.1:${Object(server.address()).port}`;
  return fake;
}

/** Recomputes the AWS Signature Version 4 from the request as received. */
function isSigned({ headers, method, url }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=\w+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false;
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const { pathname, searchParams } = new URL(url ?? '', 'http://s3');
  searchParams.sort();
  const query = searchParams.toString().replaceAll('+', '%20');
  const request = [method, pathname, query, signed.join(''), names, hash].join('\n');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(Buffer.from(request))].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((each, part) => hmac(each, part), `AWS4${s3Settings.secret}`);
  return hmac(key, text).toString('hex') === signature;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
