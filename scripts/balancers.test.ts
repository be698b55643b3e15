// The files in deploy/ under their real programs, in front of servers that behave as instances of the shop do at bad moments.
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { type Balancer, balancerKinds, startBalancer } from './balancers.ts';

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

const hangUp: Behavior = (request) => void request.socket.destroy();

async function startInstance(name: string) {
  const instance = { healthy: true, behave: undefined as Behavior | undefined, received: [] as string[], address: '' };
  const server = createServer(async (request, response) => {
    if (request.url === '/healthz') return response.writeHead(instance.healthy ? 200 : 503).end();
    instance.received.push(`${request.method} ${request.url} ${await text(request)}`.trim());
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
    // A GET first: Caddy's first request to a dead instance must have no body.
    for (const method of ['GET', 'GET', 'POST', 'POST', 'POST', 'POST'])
      statuses.push((await sendTo(withOneGone, '/', { method })).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  });

  test('sends nothing new to an instance that is closing', async () => {
    a.healthy = false;

    await expect.poll(usedInstances).toEqual(['b']);
    a.healthy = true;
    await expect.poll(usedInstances).toEqual(['a', 'b']);
  });

  test('asks the instances even if none is healthy: they have cached pages and messages', async () => {
    for (const each of [a, b]) each.healthy = false;
    // Long enough for several checks.
    await new Promise((resolve) => setTimeout(resolve, 500));

    expect(await send('/', { method: 'POST' })).toMatchObject({ status: 200 });
    for (const each of [a, b]) each.healthy = true;
  });

  test('adds the address of the client last, whatever the client claims', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const { seenAddress } = await send('/', { headers, localAddress: '127.0.0.2' });

    expect(seenAddress.split(', ').at(-1)).toBe('127.0.0.2');
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

  async function usedInstances(): Promise<string[]> {
    const bodies: string[] = [];
    for (let count = 0; count < 4; count += 1) bodies.push((await send('/')).body);
    return [...new Set(bodies)].toSorted();
  }
});

function sendTo({ url, ca }: Balancer, path: string, options: RequestOptions = {}) {
  const request = ca ? httpsRequest : httpRequest;
  return new Promise<{ status: number; body: string; seenAddress: string }>((resolve, reject) => {
    const sent = request(url + path, { ...options, ca, agent: false }, async (response) => {
      const { statusCode: status = 0, headers } = response;
      resolve({ status, body: await text(response), seenAddress: String(headers['x-seen-address']) });
    });
    sent.on('error', reject).end(options.method === 'POST' ? 'x=1' : undefined);
  });
}
