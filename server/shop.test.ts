// The shop as a process: what an owner sees when starting and stopping it.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';
import { createTempShop } from '#server/testing/temp-shop.ts';

const tempShop = await createTempShop();
afterAll(tempShop.cleanUp);
const settings = { DATA_DIR: tempShop.dataDir, DATABASE_URL: tempShop.databaseUrl ?? '' };

test('the first start creates an admin and prints the password once; the next start keeps all data', async () => {
  const first = await startShop(settings);
  const [, email = '', password = ''] = /Email +(\S+)\n +Password +(\S+)$/m.exec(first.output.join('\n')) ?? [];
  const login = await fetch(`${first.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = await login.json();
  const headers = { authorization: `Bearer ${token}` };
  for (const id of [1, 2, 3]) await fetch(`${first.url}/api/admin/blogs/${id}`, { method: 'DELETE', headers });
  expect(await first.stop()).toBe(0);

  const second = await startShop(settings);
  const posts = await (await fetch(`${second.url}/api/blogs`)).json();

  expect(second.output.join('\n')).not.toContain('password');
  expect(posts.pagination.total).toBe(0);
  expect(await (await fetch(`${second.url}/blogs`)).text()).toContain('No blog posts found.');
  expect(await second.stop()).toBe(0);
});

test('finishes a request in progress before closing', async () => {
  const tempShop = await createTempShop();
  const shop = await startShop({
    DATA_DIR: tempShop.dataDir,
    DATABASE_URL: tempShop.databaseUrl ?? '',
    ...staffSettings,
  });
  const { authorization = '' } = await loginAt(shop.url);
  const body = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nIn progress\r\n--x--\r\n';
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  const response = text(socket);
  socket.write(
    `POST /api/admin/blogs HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\nexpect: 100-continue\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  await once(socket, 'data');

  const stopped = shop.stop();
  await expect.poll(() => shop.output.at(-1)).toContain('Shutting down');
  socket.write(body);

  expect(await response).toMatch(/HTTP\/1\.1 200 OK.*"title":"In progress"/s);
  expect(await stopped).toBe(0);
  await tempShop.cleanUp();
});

test('an order over a kept connection is answered if it arrives when the shop begins to stop', async () => {
  // A busy machine may take longer than the second that the shop waits by default. Without that second, no try succeeds.
  await expect
    .poll(orderAtStop, { timeout: 100_000 })
    .toMatch(/HTTP\/1\.1 200 OK.*connection: close.*"status":"success"/is);
});

/** What a shop with the default settings sends for an order that arrives right after SIGTERM. */
async function orderAtStop(): Promise<string> {
  const tempShop = await createTempShop();
  const shop = await startShop({ DATA_DIR: tempShop.dataDir, DATABASE_URL: tempShop.databaseUrl ?? '' });
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  const response = text(socket).catch(() => 'The connection was reset.');
  const orderDetails = { productId: 1, quantity: 2, name: 'Dana', phone: '707', locationOption: 'pickup' };
  const body = JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 3200, orderDetails });

  shop.process.kill('SIGTERM');
  if (shop.process.stdout) await once(shop.process.stdout, 'data');
  // Longer than a shop needs to close its connections if it does not wait.
  await sleep(200);
  socket.write(
    'POST /api/process-payment HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n' +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
  const received = await response;
  await shop.kill();
  await tempShop.cleanUp();
  return received;
}

test.each([
  [{ PORT: 'many' }, 'The shop cannot open. PORT must be a whole number from 0 to 65535.'],
  [
    { DATABASE_URL: 'postgres://farm@127.0.0.1:1/x' },
    'The shop cannot open. DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1',
  ],
])('%j stops startup with one line', async (wrong, line) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wrong-'));

  await expect(startShop({ DATA_DIR: dataDir, ...wrong })).rejects.toThrow(
    new RegExp(`^${line.replace(/[().]/g, '\\$&')}$`),
  );
  await rm(dataDir, { recursive: true });
});

test('reports a port in use in one line', async () => {
  const tempShop = await createTempShop();
  const shop = await startShop({ DATA_DIR: tempShop.dataDir, DATABASE_URL: tempShop.databaseUrl ?? '' });
  const other = await mkdtemp(join(tmpdir(), 'port-'));

  await expect(startShop({ DATA_DIR: other, PORT: new URL(shop.url).port })).rejects.toThrow(
    /^The shop cannot open\. HOST or PORT: listen EADDRINUSE/m,
  );

  await shop.stop();
  await rm(other, { recursive: true });
  await tempShop.cleanUp();
});
