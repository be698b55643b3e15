// Clients that send or read slowly, or send far too much: others are not affected, and slow ones are disconnected.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { buildResponse } from './cached-response.ts';
import { createHttpServer } from './http-server.ts';
import { createLoadShedder } from './load-shedding.ts';

const CLIENTS = 100;
const MEGABYTE = 1024 * 1024;
const POST = 'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const shop = await openTestShop();
const open: Socket[] = [];
afterAll(() => {
  for (const socket of open) socket.destroy();
});

/** Opens a connection, sends the text, and reads nothing unless told to. */
async function openConnection(url: string, sent: string | Buffer): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

const openMany = (url: string, sent: string | Buffer) =>
  Promise.all(Array.from({ length: CLIENTS }, () => openConnection(url, sent)));

/** A server without a shop, and one endpoint that reads a body. */
async function openHttpServer(timeouts?: Parameters<typeof createHttpServer>[0]['timeouts']) {
  const log = createLog({ write: () => {} });
  const largeResponse = buildResponse({ body: Buffer.alloc(8 * MEGABYTE), headers: {} });
  const http = await createHttpServer({
    log,
    trustProxy: 0,
    headers: {},
    intercept: undefined,
    counts: { cached: 0, rendered: {} },
    loadShedder: createLoadShedder(log),
    findCached: (url) => (url === '/large' ? largeResponse : undefined),
    errorPage: (message) => message,
    ...(timeouts && { timeouts }),
  });
  http.post('/api/login', async () => ({}));
  return http;
}

/** Of live objects only. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('hundreds of slow clients do not block others or use much memory', async () => {
  const home = await (await shop.visitor.fetch('/')).text();
  const [, picture = ''] = /og:image" content="https?:\/\/[^/]+([^"]+)/.exec(home) ?? [];
  const { length: pictureBytes } = await (await shop.visitor.fetch(picture)).bytes();
  const requests = 500;
  const memory = () => process.memoryUsage().external;
  const before = memory();

  await openMany(shop.url, '');
  await openMany(shop.url, 'GET / HTTP/1.1\r\nhost: x\r\nx: ');
  await openMany(shop.url, `${POST}content-length: 30000\r\n\r\n${'x'.repeat(20_000)}`);
  await openMany(shop.url, `GET ${picture} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(requests));

  expect((await shop.visitor.fetch('/faqs')).status).toBe(200);
  expect((await shop.visitor.fetch('/api/products?search=comet')).status).toBe(200);
  expect(await shop.as('wren')).toBeDefined();
  // All the requested data would be gigabytes, and the bodies are half sent.
  expect(CLIENTS * requests * pictureBytes).toBeGreaterThan(2000 * MEGABYTE);
  expect(memory() - before).toBeLessThan(200 * MEGABYTE);
});

test('a client that sends thousands of one-byte chunks is disconnected and leaves no memory behind', async () => {
  const http = await openHttpServer();
  const received: Socket[] = [];
  http.server.on('connection', (socket: Socket) => received.push(socket));
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const before = heapUsed();

  await openMany(url, `${POST}transfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(260_000)}`);
  await expect.poll(() => received.filter(({ destroyed }) => destroyed).length).toBe(CLIENTS);

  // Most of it was never read.
  expect(Math.max(...received.map(({ bytesRead }) => bytesRead))).toBeLessThan(MEGABYTE);
  expect(heapUsed() - before).toBeLessThan(30 * MEGABYTE);
  await http.close();
});

test('a short body may arrive byte by byte', async () => {
  const body = '{"email":"a@b.example","password":"x"}';
  const client = await openConnection(shop.url, `${POST}transfer-encoding: chunked\r\n\r\n`);
  for (const byte of body) client.write(`1\r\n${byte}\r\n`);
  client.write('0\r\n\r\n');

  expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 401 /);
});

test('rejects an endless body early instead of waiting for it', async () => {
  const endless = await openConnection(shop.url, `${POST}content-length: ${4e9}\r\n\r\n{`);

  const [response] = await once(endless, 'data');

  expect(String(response)).toMatch(/^HTTP\/1\.1 413 .*connection: close/is);
});

test('disconnects clients that never finish', async () => {
  const http = await openHttpServer({
    headersTimeout: 100,
    requestTimeout: 200,
    connectionsCheckingInterval: 20,
    idle: 500,
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const connectionCount = () => new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)));
  const sendsNothing = '';
  const stopsInHeaders = 'GET / HTTP/1.1\r\nhost: x\r\nx: ';
  const stopsInBody = `${POST}content-length: 25000\r\n\r\n{`;
  const readsNothing = 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20);
  const staysConnected = 'GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n';

  for (const sent of [sendsNothing, stopsInHeaders, stopsInBody, readsNothing, staysConnected])
    await openConnection(url, sent);

  await expect.poll(connectionCount).toBe(0);
  await http.close();
});
