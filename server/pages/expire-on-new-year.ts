import { farmYear } from '#contracts/dates.ts';
import type { Clock } from '#server/clock.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';

const MINUTE_MS = 60_000;

/** Every page names the current year at its foot: kept ones are dropped when it changes. */
export function expireOnNewYear(cache: ResponseCache, now: Clock): void {
  let year = farmYear(now());
  setInterval(() => {
    if (farmYear(now()) === year) return;
    year = farmYear(now());
    cache.invalidate(ALL_TAGS);
  }, MINUTE_MS).unref();
}
