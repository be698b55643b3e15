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

/** As many sales as make a rush. */
function sellALot(cache: ReturnType<typeof createResponseCache>) {
  for (let sale = 0; sale < 5; sale += 1) cache.invalidate('stock');
}

test('a sale removes what shows products; in a rush a page shows its last drawing until the next is made', async () => {
  const cache = createResponseCache(1e6);
  let stock = 50;
  const page = () => cache.getOrCreate('/products', ['products'], async () => created(`${stock}`), { mayLag: true });
  const data = () => cache.getOrCreate('/api/products', ['products'], async () => created(`${stock}`));
  await Promise.all([page(), data()]);
  await page();
  stock = 49;
  cache.invalidate('stock');
  expect([bodyOf(await page()), bodyOf(await data())]).toEqual(['49', '49']);
  await page();

  sellALot(cache);
  await page();
  stock = 40;
  sellALot(cache);

  expect([bodyOf(await page()), bodyOf(await data())]).toEqual(['40', '40']);
  await page();
  stock = 30;
  sellALot(cache);
  expect([bodyOf(await page()), bodyOf(await data())]).toEqual(['40', '30']);
  await expect.poll(async () => bodyOf(await page())).toBe('30');
});

test('what changes besides the stock shows at once, also in a rush, and a drawing that began before is dropped', async () => {
  const cache = createResponseCache(1e6);
  let name = 'Cascade';
  let finish = () => {};
  let drawings = 0;
  const page = () =>
    cache.getOrCreate(
      '/products',
      ['products'],
      async () => {
        drawings += 1;
        const drawn = name;
        if (drawings === 3) await new Promise<void>((done) => (finish = done));
        return created(drawn);
      },
      { mayLag: true },
    );
  await page();
  sellALot(cache);
  await page();
  await page();
  sellALot(cache);
  await expect.poll(() => drawings).toBe(3);

  name = 'Chinook';
  cache.invalidate('products');
  expect(bodyOf(await page())).toBe('Chinook');
  finish();
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect(bodyOf(await page())).toBe('Chinook');
});

test('in a rush, a page that nobody asks for is dropped', async () => {
  const cache = createResponseCache(1e6);
  await cache.getOrCreate('/products', ['products'], async () => created('50'), { mayLag: true });

  sellALot(cache);

  expect(cache.get('/products')).toBeUndefined();
});
