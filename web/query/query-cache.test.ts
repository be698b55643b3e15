import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryCache } from './query-cache.ts';

const POSTS = '/api/blogs?page=2';
let requests: PromiseWithResolvers<Response>[] = [];

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>();
    requests.push(request);
    return request.promise;
  });
});
afterEach(() => void vi.unstubAllGlobals());

async function answer(request: number, title: string) {
  requests[request]?.resolve(Response.json(title));
  await new Promise((resolve) => setImmediate(resolve));
}

test('an answer that was under way when it was forgotten is not taken: it may be from before the change', async () => {
  const answers = createQueryCache();
  answers.fetch(POSTS);

  answers.invalidate('/api/blogs');
  await answer(0, 'old');
  expect(answers.read(POSTS)).toEqual({ is: 'loading' });

  answers.fetchIfMissing(POSTS);
  await answer(1, 'new');
  expect(answers.read(POSTS)).toEqual({ is: 'ready', data: 'new' });
});

test('a failure that was under way when its answer was forgotten is nobody’s', async () => {
  const answers = createQueryCache();
  const told = vi.fn();
  answers.onFailure(told);
  answers.fetch(POSTS);

  answers.invalidate('/api/blogs');
  requests[0]?.reject(new Error('cut'));
  await new Promise((resolve) => setImmediate(resolve));

  expect(answers.read(POSTS)).toEqual({ is: 'loading' });
  expect(told).not.toHaveBeenCalled();
});

test('of two answers asked for one after the other the later counts, whichever comes first', async () => {
  const answers = createQueryCache([[POSTS, 'first']]);
  answers.refetch('/api/blogs');
  answers.refetch('/api/blogs');

  await answer(1, 'later');
  await answer(0, 'earlier');

  expect(answers.read(POSTS)).toEqual({ is: 'ready', data: 'later' });
});

test('an own change outlasts an answer that was under way when it was made', async () => {
  const answers = createQueryCache([[POSTS, 'first']]);
  answers.refetch('/api/blogs');

  answers.update(POSTS, () => 'own');
  await answer(0, 'from before');

  expect(answers.read(POSTS)).toEqual({ is: 'ready', data: 'own' });
});
