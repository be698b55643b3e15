import { expect, test } from 'vitest';
import { buildResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const responseOf = (body: string) => buildResponse({ body, headers: {} });
const bodyOf = (response: ReturnType<typeof responseOf> | undefined) => response?.bodies.identity.body.toString();
const created = (body: string, cacheable = true) => ({ response: responseOf(body), cacheable });

test('creates a response once for all concurrent requests', async () => {
  const cache = createResponseCache(1e6);
  let times = 0;
  const make = async () => {
    times += 1;
    return created('page');
  };

  await Promise.all([cache.getOrCreate('/a', ['posts'], make), cache.getOrCreate('/a', ['posts'], make)]);
  await cache.getOrCreate('/a', ['posts'], make);

  expect(times).toBe(1);
  expect(bodyOf(cache.get('/a'))).toBe('page');
});

test('a change invalidates the responses with its tag, and only those', async () => {
  const cache = createResponseCache(1e6);
  await cache.getOrCreate('/a', ['posts'], async () => created('a'));
  await cache.getOrCreate('/b', [], async () => created('b'));

  cache.invalidate('posts');

  expect(cache.get('/a')).toBeUndefined();
  expect(bodyOf(cache.get('/b'))).toBe('b');
});

test('a response created during a change is sent but not cached', async () => {
  const cache = createResponseCache(1e6);
  let finish = (_body: string) => {};
  const waiting = cache.getOrCreate('/a', ['posts'], async () =>
    created(
      await new Promise<string>((done) => {
        finish = done;
      }),
    ),
  );

  cache.invalidate('posts');
  const after = cache.getOrCreate('/a', ['posts'], async () => created('new'));
  finish('old');

  expect([bodyOf(await waiting), bodyOf(await after)]).toEqual(['old', 'new']);
  expect(bodyOf(cache.get('/a'))).toBe('new');
});

test('a failure is not cached: the next request tries again', async () => {
  const cache = createResponseCache(1e6);

  await expect(cache.getOrCreate('/a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down');

  expect(bodyOf(await cache.getOrCreate('/a', [], async () => created('up')))).toBe('up');
});

test('evicts the oldest entries when full, and invalidating everything frees all space', async () => {
  const cache = createResponseCache(5000);
  for (const url of ['/1', '/2', '/3', '/4', '/5', '/6']) await cache.getOrCreate(url, [], async () => created(url));

  expect([cache.get('/1'), cache.get('/2')]).toEqual([undefined, undefined]);
  expect(bodyOf(cache.get('/6'))).toBe('/6');
  cache.invalidate('everything');
  expect(cache.get('/6')).toBeUndefined();
});

test('a sale removes what shows products', async () => {
  const cache = createResponseCache(1e6);
  let stock = 50;
  const page = () => cache.getOrCreate('/products', ['products'], async () => created(`${stock}`));
  const post = () => cache.getOrCreate('/blog/1', ['posts'], async () => created(`${stock}`));
  await Promise.all([page(), post()]);

  stock = 49;
  cache.invalidate('stock');

  expect([bodyOf(await page()), bodyOf(await post())]).toEqual(['49', '50']);
});
