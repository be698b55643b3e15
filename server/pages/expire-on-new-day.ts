import { farmDay, farmYear } from '#contracts/dates.ts';
import type { Clock } from '#server/clock.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';

const MINUTE_MS = 60_000;

/** Pages with hops show how old a lot is, and every page shows the year in its footer. */
export function expireOnNewDay(cache: ResponseCache, now: Clock): void {
  let last = now();
  setInterval(() => {
    const time = now();
    if (farmDay(time.toISOString()) === farmDay(last.toISOString())) return;
    cache.invalidate(farmYear(time) === farmYear(last) ? 'products' : ALL_TAGS);
    last = time;
  }, MINUTE_MS).unref();
}
