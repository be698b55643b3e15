import { farmDay, farmYear } from '#contracts/dates.ts';
import type { Clock } from '#server/clock.ts';
import { ALL_TAGS, type ChangedTag } from '#server/database/cache-tags.ts';
import type { ResponseCache } from '#server/http/response-cache.ts';

const MINUTE_MS = 60_000;

/** Pages with hops show how old a lot is, those with harvests the pickup days to come, and every page the year in its footer. */
export function expireOnNewDay(cache: ResponseCache, now: Clock): void {
  let last = now();
  setInterval(() => {
    const time = now();
    if (farmDay(time.toISOString()) === farmDay(last.toISOString())) return;
    const expired: ChangedTag[] = farmYear(time) === farmYear(last) ? ['products', 'harvests'] : [ALL_TAGS];
    expired.forEach(cache.invalidate);
    last = time;
  }, MINUTE_MS).unref();
}
