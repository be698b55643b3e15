// Dates as the public site writes them: those of the farm, so that server and browser agree.
import { farm } from '../content/farm.ts';

const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: farm.timeZone });
const year = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: farm.timeZone });

/** September 12, 2026 */
export const longDate = (iso: string): string => long.format(new Date(iso));
export const yearAtTheFarm = (now: Date): string => year.format(now);
