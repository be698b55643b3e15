import { afterEach, expect, test, vi } from 'vitest';
import { buildCompressedResponse } from '#server/http/cached-response.ts';
import { createResponseCache } from '#server/http/response-cache.ts';
import { expireOnNewDay } from './expire-on-new-day.ts';

afterEach(() => void vi.useRealTimers());

async function cacheAt(start: string) {
  vi.useFakeTimers({ now: new Date(start), toFake: ['setInterval', 'Date'] });
  const cache = createResponseCache(1_000_000);
  const response = await buildCompressedResponse({ body: 'x', headers: {}, cacheable: true });
  const created = async () => ({ response, cacheable: true });
  await cache.getOrCreate('/lots/co-26', ['products'], created);
  await cache.getOrCreate('/harvest', ['harvests'], created);
  await cache.getOrCreate('/blogs', ['posts'], created);
  expireOnNewDay(cache, () => new Date());
  return () => ['/lots/co-26', '/harvest', '/blogs'].filter((url) => cache.get(url));
}

test("pages with hops or harvests expire at the farm's midnight, the others stay", async () => {
  // 11:50 pm at the farm.
  const cached = await cacheAt('2026-10-02T06:50:00.000Z');
  vi.advanceTimersByTime(9 * 60_000);
  expect(cached()).toEqual(['/lots/co-26', '/harvest', '/blogs']);

  vi.advanceTimersByTime(2 * 60_000);
  expect(cached()).toEqual(['/blogs']);
});

test('every page expires with the year', async () => {
  const cached = await cacheAt('2027-01-01T07:50:00.000Z');
  vi.advanceTimersByTime(11 * 60_000);
  expect(cached()).toEqual([]);
});
