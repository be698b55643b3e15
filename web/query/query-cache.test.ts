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

async function respond(request: number, title: string) {
  requests[request]?.resolve(Response.json(title));
  await new Promise((resolve) => setImmediate(resolve));
}

test('a response that arrives after invalidation is ignored', async () => {
  const queryCache = createQueryCache();
  queryCache.fetch(POSTS);

  queryCache.invalidate('/api/blogs');
  await respond(0, 'old');
  expect(queryCache.read(POSTS)).toEqual({ is: 'loading' });

  queryCache.fetchIfMissing(POSTS);
  await respond(1, 'new');
  expect(queryCache.read(POSTS)).toEqual({ is: 'ready', data: 'new' });
});

test('a failure that arrives after invalidation is not reported', async () => {
  const queryCache = createQueryCache();
  const onFailure = vi.fn();
  queryCache.onFailure(onFailure);
  queryCache.fetch(POSTS);

  queryCache.invalidate('/api/blogs');
  requests[0]?.reject(new Error('network error'));
  await new Promise((resolve) => setImmediate(resolve));

  expect(queryCache.read(POSTS)).toEqual({ is: 'loading' });
  expect(onFailure).not.toHaveBeenCalled();
});

test('the latest of two requests wins, whichever response comes first', async () => {
  const queryCache = createQueryCache([[POSTS, 'first']]);
  queryCache.refetch('/api/blogs');
  queryCache.refetch('/api/blogs');

  await respond(1, 'later');
  await respond(0, 'earlier');

  expect(queryCache.read(POSTS)).toEqual({ is: 'ready', data: 'later' });
});

test('a local update is not overwritten by an older request', async () => {
  const queryCache = createQueryCache([[POSTS, 'first']]);
  queryCache.refetch('/api/blogs');

  queryCache.update(POSTS, () => 'local');
  await respond(0, 'stale');

  expect(queryCache.read(POSTS)).toEqual({ is: 'ready', data: 'local' });
});
