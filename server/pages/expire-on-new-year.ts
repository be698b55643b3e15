import { farmYear } from '#contracts/dates.ts';
import type { Clock } from '#server/clock.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';

const MINUTE_MS = 60_000;

/** Every page shows the current year in its footer, so the cache is cleared when the year changes. */
export function expireOnNewYear(cache: ResponseCache, now: Clock): void {
  let year = farmYear(now());
  setInterval(() => {
    if (farmYear(now()) === year) return;
    year = farmYear(now());
    cache.invalidate(ALL_TAGS);
  }, MINUTE_MS).unref();
}
