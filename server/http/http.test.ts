import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const farm = await openTestShop();
const { visitor } = farm;

async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(farm.url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

const securityNames = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
];

test.each([
  '/blogs',
  '/blog/1',
  '/nowhere',
  '/Blog-Management',
  '/admin/orders',
  '/api/blogs',
  '/api/blogs?page=x',
  '/api/blogs/99',
  '/api/nowhere',
  '/api/admin/blogs',
  '/api/docs',
  '/api/openapi.json',
  '/healthz',
  '/livez',
  '/metrics',
  '/favicon.svg',
  '/blogs/nothing.jpg',
  '/%E0%A4%A',
])('%s carries the security headers', async (path) => {
  const { headers } = await visitor.fetch(path);

  expect(securityNames.filter((name) => !headers.has(name))).toEqual([]);
});

test.each([
  ['unsafe-none', ['/', '/blogs', '/login', '/nowhere']],
  ['same-origin', ['/dashboard', '/api/products', '/favicon.svg', '/healthz']],
])('a page keeps its opener only if it is public: %s', async (policy, paths) => {
  const answers = await Promise.all(paths.map((path) => visitor.fetch(path)));

  expect(answers.map(({ headers }) => headers.get('cross-origin-opener-policy'))).toEqual(paths.map(() => policy));
});

test('garbage on the wire gets a 400 with the security headers', async () => {
  const answer = await raw('GARBAGE\r\n\r\n');

  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(securityNames.filter((name) => !answer.includes(`${name}: `))).toEqual([]);
});

test('an address that is none leads nowhere, with the security headers', async () => {
  for (const address of ['http://', 'http://x:99999/', 'file:///etc/passwd', 'blogs', '?x']) {
    const answer = await raw(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(securityNames.filter((name) => !answer.includes(`${name}: `))).toEqual([]);
  }
});

test('headers without end get a 431', async () => {
  expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

test('no document allows a script inline or from elsewhere', async () => {
  const { headers } = await visitor.fetch('/blogs');

  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
});

test('a page of the site may frame the map, and nothing else', async () => {
  const { headers } = await visitor.fetch('/contact-us');

  expect(headers.get('content-security-policy')).toMatch(/frame-src https:\/\/www\.openstreetmap\.org$/);
});

test('the back office lets no outside host in; a chosen picture may be looked at', async () => {
  const policy = (await visitor.fetch('/Blog-Management')).headers.get('content-security-policy');

  expect(policy).toMatch(/img-src 'self' blob:$/);
  expect(policy).not.toMatch(/https?:|data:|unsafe|\*/);
});

test('unknown calls are 404 JSON, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await visitor.fetch('/api/nowhere', { method });
    expect([response.status, await response.json()]).toEqual([404, { message: 'Not found.' }]);
  }
});

test('a body that is no JSON, too large or of an unknown type is refused in plain words', async () => {
  const login = (body: string, type: string) =>
    visitor.fetch('/api/login', { method: 'POST', body, headers: { 'content-type': type } });

  const broken = await login('{"email":', 'application/json');
  const large = await login(`"${'x'.repeat(300_000)}"`, 'application/json');
  const unknown = await login('<a/>', 'application/xml');
  const plain = await login('{}', 'text/plain');
  const form = await login('--b--\r\n', 'multipart/form-data; boundary=b');
  const list = await login('[]', 'application/json');

  expect([broken.status, await broken.json()]).toEqual([400, { message: 'The request could not be read.' }]);
  expect([large.status, await large.json()]).toEqual([413, { message: 'The request is too large.' }]);
  expect([unknown.status, await unknown.json()]).toEqual([415, { message: 'This content type is not supported.' }]);
  expect([plain.status, form.status]).toEqual([415, 415]);
  expect(list.status).toBe(422);
});

test('a character that cannot be stored is refused by name, on either database', async () => {
  const refused = await visitor.attempt('POST /api/login', { body: { email: 'a\0b@x.example', password: 'x' } });

  expect(refused).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } });
});

test('a body of thousands of levels is refused by name', async () => {
  const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
  const headers = { 'content-type': 'application/json' };

  const refused = await visitor.fetch('/api/login', { method: 'POST', body: `{"email":${deep}}`, headers });

  expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { email: [expect.any(String)] } }]);
});

test('an address of thousands of letters gets an answer like any other', async () => {
  const long = 'x'.repeat(5000);

  const call = await visitor.fetch(`/api/blogs/${long}`);
  const page = await visitor.fetch(`/blog/${long}`);

  expect([call.status, page.status]).toEqual([404, 404]);
  expect((await call.text()).length).toBeLessThan(200);
  for (const { headers } of [call, page]) expect(securityNames.filter((name) => !headers.has(name))).toEqual([]);
});

test('a form with a part that never begins is refused', async () => {
  const wren = await farm.as('wren');
  const body = '--b\r\nno blank line after this\r\n--b--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };

  const refused = await wren.fetch('/api/admin/blogs', { method: 'POST', body, headers });

  expect([refused.status, await refused.json()]).toEqual([400, { message: 'We could not read the form.' }]);
});

test.each([
  ['slashes in an address', `/x${'/'.repeat(15_000)}y`, {}],
  ['spaces in a header', '/blogs', { 'accept-encoding': `gzip;q=0.5${' '.repeat(15_000)}x` }],
])('thousands of %s take no time', async (_, path, headers) => {
  const before = process.cpuUsage();

  await visitor.fetch(path, { headers });

  const { user } = process.cpuUsage(before);
  expect(user).toBeLessThan(200_000);
});

test('a missing field is a 422 that names it', async () => {
  const refused = await visitor.attempt('POST /api/login', { body: { email: 'x@y.example' } as never });

  expect(refused).toMatchObject({ status: 422, body: { errors: { password: ['Password is required.'] } } });
});

test('an answer is the same in every encoding, and 304 when the browser has it', async () => {
  for (const path of ['/blogs', '/api/blogs']) {
    const plain = await (await visitor.fetch(path, { headers: { 'accept-encoding': 'identity' } })).text();
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const head = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: ${encoding}\r\n`;
      const answer = await raw(`${head}\r\n`);
      const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
      const [, etag] = /etag: (\S+)/.exec(answer) ?? [];

      expect(answer).toContain(`content-encoding: ${encoding}`);
      expect(unpack(body).toString()).toBe(plain);
      expect(await raw(`${head}if-none-match: "x", W/${etag}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 304 /);
    }
  }
});

test('what is not kept comes in the form that every browser takes', async () => {
  const answer = await raw(
    'GET /products?search=comet HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: gzip, br\r\n\r\n',
  );

  expect(answer).toContain('content-encoding: gzip');
  expect(gunzipSync(Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1')).toString()).toContain('Comet');
});

test('an encoding with weight 0 is not used', async () => {
  const answer = await raw(
    'GET /blogs HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: br;q=0, gzip;q=0.5\r\n\r\n',
  );

  expect(answer).toContain('content-encoding: gzip');
});

test('HEAD answers as GET does, without the body', async () => {
  for (const path of ['/blogs', '/api/blogs', '/healthz', '/favicon.svg', '/nowhere']) {
    const [head, get] = [await visitor.fetch(path, { method: 'HEAD' }), await visitor.fetch(path)];
    expect([path, head.status, head.headers.get('content-type')]).toEqual([
      path,
      get.status,
      get.headers.get('content-type'),
    ]);
    expect(await head.text()).toBe('');
  }
});

test('the API describes itself, for programs and for people', async () => {
  const { openapi, paths } = await (await visitor.fetch('/api/openapi.json')).json();
  const docs = await visitor.fetch('/api/docs');

  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths)).toContain('/api/admin/blogs/{id}');
  expect(paths['/api/admin/blogs/{id}'].put.security).toEqual([{ bearer: [] }]);
  expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await docs.text()).toContain('POST /api/admin/blogs');
});

test('the log says what happened and nothing about who', async () => {
  await visitor.attempt('POST /api/login', { body: { email: 'secret-person@x.example', password: 'secret-password' } });
  await visitor.fetch('/nowhere?key=secret-key');
  const lines = farm.logged.join('');

  expect(lines).toMatch(/"reqId":"[0-9a-f-]{36}".*"method":"POST","path":"\/api\/login","status":401/);
  expect(lines).not.toMatch(/secret-/);
});

test('health is a look at the database', async () => {
  expect(await (await visitor.fetch('/healthz')).json()).toEqual({ status: 'ok' });
});
