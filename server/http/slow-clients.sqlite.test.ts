// People who send or read slowly, or far too much: the others do not notice, and they are hung up on.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { buildResponse } from './cached-response.ts';
import { createHttpServer } from './http-server.ts';
import { createLoadShedder } from './load-shedding.ts';

const EACH = 100;
const MEGABYTE = 1024 * 1024;
const POST = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const farm = await openTestShop();
const open: Socket[] = [];
afterAll(() => {
  for (const socket of open) socket.destroy();
});

/** A connection that has sent this and reads nothing unless it is told to. */
async function connection(url: string, sent: string | Buffer): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

const many = (url: string, sent: string | Buffer) =>
  Promise.all(Array.from({ length: EACH }, () => connection(url, sent)));

test('beside hundreds of slow senders and readers everybody is served, and memory stays', async () => {
  const home = await (await farm.visitor.fetch('/')).text();
  const [, picture = ''] = /og:image" content="https?:\/\/[^/]+([^"]+)/.exec(home) ?? [];
  const { length: pictureBytes } = await (await farm.visitor.fetch(picture)).bytes();
  const asked = 500;
  const memory = () => process.memoryUsage().external;
  const before = memory();

  await many(farm.url, '');
  await many(farm.url, 'GET / HTTP/1.1\r\nhost: x\r\nx: ');
  await many(farm.url, `${POST}content-length: 250000\r\n\r\n${'x'.repeat(100_000)}`);
  await many(farm.url, `GET ${picture} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(asked));

  expect((await farm.visitor.fetch('/faqs')).status).toBe(200);
  expect((await farm.visitor.fetch('/api/products?search=comet')).status).toBe(200);
  expect(await farm.as('wren')).toBeDefined();
  // All that was asked for would be gigabytes; half bodies are what they are.
  expect(EACH * asked * pictureBytes).toBeGreaterThan(2000 * MEGABYTE);
  expect(memory() - before).toBeLessThan(200 * MEGABYTE);
});

test('a body without end is refused before it has come, and not waited for', async () => {
  const endless = await connection(farm.url, `${POST}content-length: ${4e9}\r\n\r\n{`);

  const [answer] = await once(endless, 'data');

  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
});

test('whoever does not come to an end is hung up on', async () => {
  const log = createLog({ write: () => {} });
  const barn = buildResponse({ body: Buffer.alloc(8 * MEGABYTE), headers: {} });
  const http = await createHttpServer({
    ...{
      log,
      trustProxy: 0,
      headers: {},
      intercept: undefined,
      counts: { cached: 0, rendered: {} },
      loadShedder: createLoadShedder(log),
    },
    ...{ findCached: (url) => (url === '/barn' ? barn : undefined), errorPage: (message) => message },
    timeouts: { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20, idle: 500 },
  });
  http.post('/api/login', async () => ({}));
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const left = () => new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)));
  const saysNothing = '';
  const stopsWithinTheHeaders = 'GET / HTTP/1.1\r\nhost: x\r\nx: ';
  const stopsWithinTheBody = `${POST}content-length: 250000\r\n\r\n{`;
  const readsNothing = 'GET /barn HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20);
  const asksOnceAndStays = 'GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n';

  for (const sent of [saysNothing, stopsWithinTheHeaders, stopsWithinTheBody, readsNothing, asksOnceAndStays])
    await connection(url, sent);

  await expect.poll(left, { timeout: 20_000 }).toBe(0);
  await http.close();
});
