// Dates as the public site writes them: those of the farm, so that server and browser agree.
import { farm } from '../content/farm.ts';

/** September 12, 2026 */
export const longDate = (iso: string): string => format({ dateStyle: 'long' }).format(new Date(iso));
export const yearAtTheFarm = (now: Date): string => format({ year: 'numeric' }).format(now);

// Made when first wanted: the first one costs a phone's browser a tenth of a second.
const made = new Map<string, Intl.DateTimeFormat>();
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: farm.timeZone });
  made.set(key, format);
  return format;
}
