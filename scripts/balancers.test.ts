// The files in deploy/ under their real programs, in front of servers that behave as instances of the shop do at bad moments.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { immutableHeaders } from '#server/http/immutable-headers.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { type Balancer, balancerKinds, startBalancer } from './balancers.ts';
import { startPictureNginx } from './nginx-pictures.ts';

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

const hangUp: Behavior = (request) => void request.socket.destroy();

async function startInstance(name: string) {
  const received: string[] = [];
  const instance = { healthy: true, checks: 0, behave: undefined as Behavior | undefined, received, address: '' };
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') {
      instance.checks += 1;
      return response.writeHead(instance.healthy ? 200 : 503).end();
    }
    const body = await text(request);
    // Caddy's check of an instance that is not ready.
    if (request.url !== '/livez') instance.received.push(`${request.method} ${request.url} ${body}`.trim());
    if (instance.behave) return instance.behave(request, response);
    response.setHeader('x-seen-address', String(request.headers['x-forwarded-for']));
    response.end(name);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  instance.address = `127.0.0.1:${Object(server.address()).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  afterAll(close);
  return Object.assign(instance, { close });
}

describe.each(balancerKinds)('%s', async (kind) => {
  const [a, b] = [await startInstance('a'), await startInstance('b')];
  const both = await startBalancer(kind, { instances: [a.address, b.address], checkInterval: '50ms' });
  const c = await startInstance('c');
  const withOneGone = await startBalancer(kind, { instances: [a.address, c.address], checkInterval: '1h' });
  afterAll(async () => {
    await both.stop();
    await withOneGone.stop();
  });

  const send = (path: string, options: RequestOptions = {}) => sendTo(both, path, options);

  test('uses both instances', async () => {
    expect(await usedInstances()).toEqual(['a', 'b']);
  });

  test('sends everything to another instance if one is gone, before a check has noticed', async () => {
    await expect.poll(async () => (await sendTo(withOneGone, '/')).body).toBe('c');
    c.close();
    const statuses: number[] = [];
    // Caddy's first request to a dead instance must have no body.
    const methods = kind === 'caddy' ? ['GET', 'GET'] : ['POST', 'POST'];
    for (const method of [...methods, 'POST', 'POST', 'POST', 'POST'])
      statuses.push((await sendTo(withOneGone, '/', { method })).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('sends nothing new to an instance that is closing', async () => {
    a.healthy = false;

    await expect.poll(usedInstances).toEqual(['b']);
    a.healthy = true;
    await severalChecks();
    expect(await usedInstances()).toEqual(['a', 'b']);
  });

  test('asks the instances even if none is healthy: they have cached pages and messages', async () => {
    for (const each of [a, b]) each.healthy = false;
    await severalChecks();

    expect(await send('/', { method: 'POST' })).toMatchObject({ status: 200 });
    for (const each of [a, b]) each.healthy = true;
    await severalChecks();
  });

  test('adds the address of the client last, whatever the client claims', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const { headers: seen } = await send('/', { headers, localAddress: '127.0.0.2' });

    expect(String(seen['x-seen-address']).split(', ').at(-1)).toBe('127.0.0.2');
  });

  test('sends a page request to another instance if the first one hangs up', async () => {
    a.behave = hangUp;

    expect(await usedInstances()).toEqual(['b']);
    a.behave = undefined;
  });

  test('sends a payment once, even if the instance hangs up', async () => {
    for (const each of [a, b]) Object.assign(each, { behave: hangUp, received: [] });

    expect((await send('/api/process-payment', { method: 'POST' })).status).toBe(502);
    expect([...a.received, ...b.received]).toEqual(['POST /api/process-payment x=1']);
  });

  /** The balancer knows by then how both are. */
  async function severalChecks(): Promise<void> {
    const enough = [a, b].map((each) => ({ each, checks: each.checks + 4 }));
    await expect.poll(() => enough.every(({ each, checks }) => each.checks >= checks)).toBe(true);
  }

  async function usedInstances(): Promise<string[]> {
    const bodies: string[] = [];
    for (let count = 0; count < 4; count += 1) bodies.push((await send('/')).body);
    return [...new Set(bodies)].toSorted();
  }
});

function sendTo({ url, ca }: Balancer, path: string, options: RequestOptions = {}) {
  const request = ca ? httpsRequest : httpRequest;
  return new Promise<{ status: number; body: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    // The path as it is: a URL would be normalized.
    const sent = request(url, { ...options, path, ca, agent: false }, async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, body: await text(response), headers });
    });
    sent.on('error', reject).end(options.method === 'POST' ? 'x=1' : undefined);
  });
}

describe.each(['caddy', 'nginx'])('pictures from the disk by %s', async (kind) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pictures-'));
  const shop = await startInstance('the shop');
  const front =
    kind === 'caddy'
      ? await startBalancer('caddy', { instances: [shop.address], dataDir })
      : await startPictureNginx(shop.address, dataDir);
  afterAll(async () => {
    await front.stop();
    await rm(dataDir, { recursive: true });
  });
  const files = [
    'uploads/products/ab-400.webp',
    'uploads/blogs/cd-1x1.jpg',
    'uploads/blogs/ef-800.avif',
    // None of these is public.
    'secret.jpg',
    'uploads/secret.jpg',
    'uploads/products/.secret.jpg',
    'uploads/products/secret.pdf',
    'uploads/products/inner/secret.jpg',
    'uploads/resale-certificates/secret.jpg',
    'uploads/certificates/secret.jpg',
    'uploads/blogs/secret.jpg.d/secret.jpg',
  ];
  for (const file of files) {
    await mkdir(dirname(join(dataDir, file)), { recursive: true });
    await writeFile(join(dataDir, file), `bytes of ${file}`);
  }

  test.each([
    ['/uploads/products/ab-400.webp', 'uploads/products/ab-400.webp'],
    ['/blogs/cd-1x1.jpg', 'uploads/blogs/cd-1x1.jpg'],
    ['/blogs/ef-800.avif', 'uploads/blogs/ef-800.avif'],
  ])('%s comes from the disk, with the headers of the shop', async (url, file) => {
    const { status, body, headers } = await sendTo(front, url);

    expect([status, body]).toEqual([200, `bytes of ${file}`]);
    expect(headers).toMatchObject({ ...securityHeaders('picture', true), ...immutableHeaders(file) });
  });

  test.each([
    '/uploads/products/gh-400.webp',
    '/blogs/ab-400.webp',
    '/uploads/blogs/cd-1x1.jpg',
    // nginx sends the picture, the shop the one URL that it has.
    ...(kind === 'caddy' ? ['/uploads/products/ab-400.webp?width=1', '/uploads/products/%61b-400.webp'] : []),
    '/products/ab-400.webp',
    '/secret.jpg',
    '/uploads/secret.jpg',
    '/blogs/../secret.jpg',
    '/blogs/%2e%2e/secret.jpg',
    '/blogs/..%2fsecret.jpg',
    '/uploads/products/..%2f..%2fsecret.jpg',
    '/uploads/products/../resale-certificates/secret.jpg',
    '/uploads/products//../resale-certificates/secret.jpg',
    '/uploads/products/.secret.jpg',
    '/uploads/products/secret.pdf',
    '/uploads/products/inner/secret.jpg',
    '/uploads/resale-certificates/secret.jpg',
    '/uploads/certificates/secret.jpg',
    '/blogs/secret.jpg.d/secret.jpg',
    '/blogs/*.jpg',
    '/blogs/',
  ])('%s is left to the shop', async (url) => {
    expect((await sendTo(front, url)).body).toBe('the shop');
  });
});
