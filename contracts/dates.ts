// Dates as the public site writes them: those of the farm, so that server and browser agree.
import { farm } from '#content/farm.ts';

/** 2026-09-12 reads September 12, 2026. Not by Intl: a page that shows only days needs none of it. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${months[Number(month) - 1]} ${Number(date)}, ${year}`;
}
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** September 12, 2026, 7:42 am */
export const formatDateTime = (iso: string): string => formatWithTime({ dateStyle: 'long', timeStyle: 'short' }, iso);
/** September 12, 7:42 am */
export const formatShortDateTime = (iso: string): string =>
  formatWithTime({ month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' }, iso);
/** 2026-09-12. Asked several times for each order, and the same for a whole minute. */
export function farmDay(iso: string): string {
  const minute = iso.slice(0, 16);
  if (minute !== last.minute) last = { minute, day: isoFormat().format(new Date(iso)) };
  return last.day;
}
let last = { minute: '', day: '' };
/** The moment at which a day of the farm begins. */
export function startOfFarmDay(day: string): string {
  // The offset from UTC is a whole number of quarter hours, and differs by the season.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
    const moment = new Date(midnight + minutes * 60_000).toISOString();
    if (farmDay(moment) === day) return moment;
  }
  return new Date(midnight).toISOString();
}
export const farmYear = (now: Date): string => format({ year: 'numeric' }).format(now);

// Engines differ in the space before am and in the word between date and time.
function formatWithTime(options: Intl.DateTimeFormatOptions, iso: string): string {
  return format(options)
    .format(new Date(iso))
    .replace(' at ', ', ')
    .replace(/\s([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}m`);
}

/** Swedish writes a date as ISO does. */
const isoFormat = () => format({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE');

// Made when first wanted: the first one costs a phone's browser a tenth of a second.
const formats = new Map<string, Intl.DateTimeFormat>();
function format(options: Intl.DateTimeFormatOptions, locale = 'en-US'): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: farm.timeZone, ...options });
  formats.set(key, format);
  return format;
}
