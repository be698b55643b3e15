import { expect, test } from 'vitest';
import { buildResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const answer = (body: string) => buildResponse({ body, headers: {} });
const bodyOf = (kept: ReturnType<typeof answer> | undefined) => kept?.bodies.identity.body.toString();
const made = (body: string, cacheable = true) => ({ response: answer(body), cacheable });

test('an answer is made once, for everybody who asks meanwhile', async () => {
  const cache = createResponseCache(1e6);
  let times = 0;
  const make = async () => {
    times += 1;
    return made('page');
  };

  await Promise.all([cache.getOrCreate('/a', ['posts'], make), cache.getOrCreate('/a', ['posts'], make)]);
  await cache.getOrCreate('/a', ['posts'], make);

  expect(times).toBe(1);
  expect(bodyOf(cache.get('/a'))).toBe('page');
});

test('a change drops the answers that carry it, and only those', async () => {
  const cache = createResponseCache(1e6);
  await cache.getOrCreate('/a', ['posts'], async () => made('a'));
  await cache.getOrCreate('/b', [], async () => made('b'));

  cache.invalidate('posts');

  expect(cache.get('/a')).toBeUndefined();
  expect(bodyOf(cache.get('/b'))).toBe('b');
});

test('what was being made when something changed is given to who asked, but not kept', async () => {
  const cache = createResponseCache(1e6);
  let finish = (_body: string) => {};
  const waiting = cache.getOrCreate('/a', ['posts'], async () =>
    made(
      await new Promise<string>((done) => {
        finish = done;
      }),
    ),
  );

  cache.invalidate('posts');
  const after = cache.getOrCreate('/a', ['posts'], async () => made('new'));
  finish('old');

  expect([bodyOf(await waiting), bodyOf(await after)]).toEqual(['old', 'new']);
  expect(bodyOf(cache.get('/a'))).toBe('new');
});

test('a failure is not kept: the next one asks again', async () => {
  const cache = createResponseCache(1e6);

  await expect(cache.getOrCreate('/a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down');

  expect(bodyOf(await cache.getOrCreate('/a', [], async () => made('up')))).toBe('up');
});

test('the oldest go when there are too many, and dropping everything leaves room for all', async () => {
  const cache = createResponseCache(5000);
  for (const url of ['/1', '/2', '/3', '/4', '/5', '/6']) await cache.getOrCreate(url, [], async () => made(url));

  expect([cache.get('/1'), cache.get('/2')]).toEqual([undefined, undefined]);
  expect(bodyOf(cache.get('/6'))).toBe('/6');
  cache.invalidate('everything');
  expect(cache.get('/6')).toBeUndefined();
});
