import { expect, test } from 'vitest';
import { answerOf } from './cached-response.ts';
import { createAnswerCache } from './response-cache.ts';

const answer = (body: string) => answerOf({ body, headers: {} });
const bodyOf = (kept: ReturnType<typeof answer> | undefined) => kept?.bodies.identity.body.toString();
const made = (body: string, keep = true) => ({ answer: answer(body), keep });

test('an answer is made once, for everybody who asks meanwhile', async () => {
  const cache = createAnswerCache(1e6);
  let times = 0;
  const make = async () => {
    times += 1;
    return made('page');
  };

  await Promise.all([cache.getOrMake('/a', ['posts'], make), cache.getOrMake('/a', ['posts'], make)]);
  await cache.getOrMake('/a', ['posts'], make);

  expect(times).toBe(1);
  expect(bodyOf(cache.get('/a'))).toBe('page');
});

test('a change drops the answers that carry it, and only those', async () => {
  const cache = createAnswerCache(1e6);
  await cache.getOrMake('/a', ['posts'], async () => made('a'));
  await cache.getOrMake('/b', [], async () => made('b'));

  cache.drop('posts');

  expect(cache.get('/a')).toBeUndefined();
  expect(bodyOf(cache.get('/b'))).toBe('b');
});

test('what was being made when something changed is given to who asked, but not kept', async () => {
  const cache = createAnswerCache(1e6);
  let finish = (_body: string) => {};
  const waiting = cache.getOrMake('/a', ['posts'], async () =>
    made(
      await new Promise<string>((done) => {
        finish = done;
      }),
    ),
  );

  cache.drop('posts');
  const after = cache.getOrMake('/a', ['posts'], async () => made('new'));
  finish('old');

  expect([bodyOf(await waiting), bodyOf(await after)]).toEqual(['old', 'new']);
  expect(bodyOf(cache.get('/a'))).toBe('new');
});

test('a failure is not kept: the next one asks again', async () => {
  const cache = createAnswerCache(1e6);

  await expect(cache.getOrMake('/a', [], () => Promise.reject(new Error('down')))).rejects.toThrow('down');

  expect(bodyOf(await cache.getOrMake('/a', [], async () => made('up')))).toBe('up');
});

test('the oldest go when there are too many, and dropping everything leaves room for all', async () => {
  const cache = createAnswerCache(5000);
  for (const url of ['/1', '/2', '/3', '/4', '/5', '/6']) await cache.getOrMake(url, [], async () => made(url));

  expect([cache.get('/1'), cache.get('/2')]).toEqual([undefined, undefined]);
  expect(bodyOf(cache.get('/6'))).toBe('/6');
  cache.drop('everything');
  expect(cache.get('/6')).toBeUndefined();
});
