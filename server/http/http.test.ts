import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

type Json = Record<string, unknown>;
const shop = await openTestShop();
const { visitor } = shop;

async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(shop.url);
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
])('%s has the security headers', async (path) => {
  const { headers } = await visitor.fetch(path);

  expect(securityNames.filter((name) => !headers.has(name))).toEqual([]);
});

test.each([
  ['unsafe-none', ['/', '/blogs', '/login', '/nowhere']],
  ['same-origin', ['/dashboard', '/api/products', '/favicon.svg', '/healthz']],
])('only public pages keep their opener: %s', async (policy, paths) => {
  const responses = await Promise.all(paths.map((path) => visitor.fetch(path)));

  expect(responses.map(({ headers }) => headers.get('cross-origin-opener-policy'))).toEqual(paths.map(() => policy));
});

test('garbage on the wire gets a 400 with the security headers', async () => {
  const response = await raw('GARBAGE\r\n\r\n');

  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(securityNames.filter((name) => !response.includes(`${name}: `))).toEqual([]);
});

test('a malformed URL gets a 400 or 404 with the security headers', async () => {
  for (const address of ['http://', 'http://x:99999/', 'file:///etc/passwd', 'blogs', '?x']) {
    const response = await raw(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);

    expect(response).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(securityNames.filter((name) => !response.includes(`${name}: `))).toEqual([]);
  }
});

test('endless headers get a 431', async () => {
  expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

test('no document allows inline or third-party scripts', async () => {
  const { headers } = await visitor.fetch('/blogs');

  expect(headers.get('content-security-policy')).toContain("script-src 'self';");
});

test('a public page may frame the map and nothing else', async () => {
  const { headers } = await visitor.fetch('/contact-us');

  expect(headers.get('content-security-policy')).toMatch(/frame-src https:\/\/www\.openstreetmap\.org$/);
});

test('admin pages allow no outside host, but can preview a chosen picture', async () => {
  const policy = (await visitor.fetch('/Blog-Management')).headers.get('content-security-policy');

  expect(policy).toMatch(/img-src 'self' blob:$/);
  expect(policy).not.toMatch(/https?:|data:|unsafe|\*/);
});

test('unknown API paths are a 404 with JSON, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await visitor.fetch('/api/nowhere', { method });
    expect([response.status, await response.json()]).toEqual([404, { message: 'Not found.' }]);
  }
});

test('rejects a body that is not JSON, too large or of an unknown type with a plain message', async () => {
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

test('rejects a character that cannot be stored, on either database', async () => {
  const rejected = await visitor.attempt('POST /api/login', { body: { email: 'a\0b@x.example', password: 'x' } });

  expect(rejected).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } });
});

test('rejects a body nested thousands of levels deep', async () => {
  const deep = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
  const headers = { 'content-type': 'application/json' };

  const rejected = await visitor.fetch('/api/login', { method: 'POST', body: `{"email":${deep}}`, headers });

  expect([rejected.status, await rejected.json()]).toMatchObject([422, { errors: { email: [expect.any(String)] } }]);
});

test('a URL with thousands of characters gets a normal response', async () => {
  const long = 'x'.repeat(5000);

  const call = await visitor.fetch(`/api/blogs/${long}`);
  const page = await visitor.fetch(`/blog/${long}`);

  expect([call.status, page.status]).toEqual([404, 404]);
  expect((await call.text()).length).toBeLessThan(200);
  for (const { headers } of [call, page]) expect(securityNames.filter((name) => !headers.has(name))).toEqual([]);
});

test('rejects a form with a part that never starts', async () => {
  const wren = await shop.as('wren');
  const body = '--b\r\nno blank line after this\r\n--b--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };

  const rejected = await wren.fetch('/api/admin/blogs', { method: 'POST', body, headers });

  expect([rejected.status, await rejected.json()]).toEqual([400, { message: 'We could not read the form.' }]);
});

test.each([
  ['slashes in a URL', `/x${'/'.repeat(15_000)}y`, {}],
  ['spaces in a header', '/blogs', { 'accept-encoding': `gzip;q=0.5${' '.repeat(15_000)}x` }],
])('handles thousands of %s quickly', async (_, path, headers) => {
  const before = process.cpuUsage();

  await visitor.fetch(path, { headers });

  const { user } = process.cpuUsage(before);
  expect(user).toBeLessThan(200_000);
});

test('a missing field is a 422 that names it', async () => {
  const rejected = await visitor.attempt('POST /api/login', { body: { email: 'x@y.example' } as never });

  expect(rejected).toMatchObject({ status: 422, body: { errors: { password: ['Password is required.'] } } });
});

test('the body is the same in every encoding, and 304 when the browser has it', async () => {
  for (const path of ['/blogs', '/api/blogs']) {
    const plain = await (await visitor.fetch(path, { headers: { 'accept-encoding': 'identity' } })).text();
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const head = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: ${encoding}\r\n`;
      const response = await raw(`${head}\r\n`);
      const body = Buffer.from(response.slice(response.indexOf('\r\n\r\n') + 4), 'latin1');
      const [, etag] = /etag: (\S+)/.exec(response) ?? [];

      expect(response).toContain(`content-encoding: ${encoding}`);
      expect(unpack(body).toString()).toBe(plain);
      expect(await raw(`${head}if-none-match: "x", W/${etag}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 304 /);
    }
  }
});

test('uncached responses are gzipped only', async () => {
  const response = await raw(
    'GET /products?search=comet HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: gzip, br\r\n\r\n',
  );

  expect(response).toContain('content-encoding: gzip');
  expect(gunzipSync(Buffer.from(response.slice(response.indexOf('\r\n\r\n') + 4), 'latin1')).toString()).toContain(
    'Comet',
  );
});

test('does not use an encoding with q=0', async () => {
  const response = await raw(
    'GET /blogs HTTP/1.1\r\nhost: x\r\nconnection: close\r\naccept-encoding: br;q=0, gzip;q=0.5\r\n\r\n',
  );

  expect(response).toContain('content-encoding: gzip');
});

test('HEAD returns the same as GET, without the body', async () => {
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

test('serves OpenAPI and a readable API page', async () => {
  const { openapi, paths } = await (await visitor.fetch('/api/openapi.json')).json();
  const docs = await visitor.fetch('/api/docs');

  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths)).toContain('/api/admin/blogs/{id}');
  expect(paths['/api/admin/blogs/{id}'].put.security).toEqual([{ bearer: [] }]);
  expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await docs.text()).toContain('POST /api/admin/blogs');
});

test.each(['/api/openapi.json', '/api/docs'])(
  '%s is compressed, and not sent again if it has not changed',
  async (path) => {
    const first = await visitor.fetch(path, { headers: { 'accept-encoding': 'br' } });
    const etag = first.headers.get('etag') ?? '';
    const again = await visitor.fetch(path, { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });

    expect(['content-encoding', 'cache-control'].map((name) => first.headers.get(name))).toEqual(['br', 'no-cache']);
    expect([etag.length > 0, again.status]).toEqual([true, 304]);
  },
);

test('the OpenAPI document has the new name of the farm', async () => {
  const wren = await shop.as('wren');
  const { data } = await wren.send('GET /api/settings/:section', { params: { section: 'farm' } });
  await visitor.fetch('/api/openapi.json');
  const body = { version: data.version, value: { ...defaultSettings.farm, brand: 'Kingfisher Hops' } };
  await wren.send('PUT /api/settings/:section', { params: { section: 'farm' }, body });

  const { info } = await (await visitor.fetch('/api/openapi.json')).json();
  expect(info.title).toBe('Kingfisher Hops API');
});

test('the OpenAPI document tells a client all it needs', async () => {
  const { paths } = await (await visitor.fetch('/api/openapi.json')).json();
  const parametersOf = (path: string, method = 'get') =>
    paths[path][method].parameters.map(({ name, in: where, schema }: Json) => [name, where, Object(schema).type]);

  expect(Object.keys(paths['/api/login'].post.responses)).toEqual(['200', '400', '401', '415', '422', '429']);
  expect(paths['/api/login'].post.security).toEqual([]);
  expect(paths['/api/orders/{id}'].get.security).toEqual([{ bearer: [] }, {}]);
  expect(parametersOf('/api/process-payment', 'post')).toEqual([['Idempotency-Key', 'header', 'string']]);
  expect(paths['/api/process-payment'].post.responses[400].content).toEqual(
    paths['/api/process-payment'].post.responses[402].content,
  );
  expect(parametersOf('/api/blogs')).toEqual([['page', 'query', 'integer']]);
  expect(parametersOf('/api/blogs/{id}')).toEqual([['id', 'path', 'integer']]);
  for (const path of ['/api/orders/export', '/api/lots/admin/{id}/recall-sheet'])
    expect(Object.keys(paths[path].get.responses[200].content)).toEqual(['text/csv']);
});

test('schemas on the API page can be reached by keyboard', async () => {
  const page = await (await visitor.fetch('/api/docs')).text();

  expect(page).toContain('GET /api/orders/export');
  expect(page.match(/<pre/g)?.length).toBe(page.match(/<pre tabindex="0" role="region" aria-label="/g)?.length);
});

test('logs requests without personal data', async () => {
  await visitor.attempt('POST /api/login', { body: { email: 'secret-person@x.example', password: 'secret-password' } });
  await visitor.fetch('/nowhere?key=secret-key');
  const lines = shop.logLines.join('');

  expect(lines).toMatch(/"reqId":"[0-9a-f-]{36}".*"method":"POST","path":"\/api\/login","status":401/);
  expect(lines).not.toMatch(/secret-/);
});

test('the health check queries the database', async () => {
  expect(await (await visitor.fetch('/healthz')).json()).toEqual({ status: 'ok' });
});

test('no other site may read a response or send a request that changes something', async () => {
  const from = { origin: 'https://evil.example' };
  const read = await visitor.fetch('/api/products', { headers: from });
  const preflight = await visitor.fetch('/api/login', {
    method: 'OPTIONS',
    headers: { ...from, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
  for (const { headers } of [read, preflight])
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);

  // What a form on another site can send without asking first.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    for (const path of ['/api/login', '/api/register', '/api/process-payment', '/api/password-reset-requests']) {
      const body = JSON.stringify(people.otis);
      const { status } = await visitor.fetch(path, {
        method: 'POST',
        headers: { ...from, 'content-type': type },
        body,
      });
      expect([path, type, status]).toEqual([path, type, 415]);
    }
});

test('a repeated parameter is rejected', async () => {
  expect((await visitor.fetch('/api/blogs?page=1&page=2')).status).toBe(422);
});

test('sets no cookie, and responses for one person are stored nowhere', async () => {
  const wren = await shop.as('wren');
  for (const path of ['/api/account', '/api/orders/admin', '/api/audit', '/dashboard']) {
    const { headers } = await wren.fetch(path);
    expect([path, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([path, 'no-store', null]);
  }
});

test('a path with a method it does not support returns nothing of the request', async () => {
  const text = await raw('TRACE / HTTP/1.1\r\nhost: x\r\nx-secret: canary\r\nconnection: close\r\n\r\n');

  expect(text).toMatch(/^HTTP\/1\.1 4\d\d/);
  expect(text).not.toContain('canary');
});
