import { yearAtTheFarm } from '#contracts/dates.ts';
import type { Clock } from '#server/clock.ts';
import { EVERYTHING } from '#server/database/cache-tags.ts';
import type { AnswerCache } from '#server/http/response-cache.ts';

const A_MINUTE = 60_000;

/** Every page names the current year at its foot: kept ones are dropped when it changes. */
export function dropAtNewYear(cache: AnswerCache, now: Clock): void {
  let year = yearAtTheFarm(now());
  setInterval(() => {
    if (yearAtTheFarm(now()) === year) return;
    year = yearAtTheFarm(now());
    cache.drop(EVERYTHING);
  }, A_MINUTE).unref();
}
