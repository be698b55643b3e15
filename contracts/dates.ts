// Formats dates in the farm's time zone, so the server and the browser render the same text.
import { timeZone as firstTimeZone } from '#content/time-zone.ts';

let timeZone = firstTimeZone;
export const farmTimeZone = (): string => timeZone;
/** Set once the settings are known, here and in the browser, before anything is shown. */
export function setFarmTimeZone(zone: string): void {
  if (zone === timeZone) return;
  timeZone = zone;
  formats.clear();
  last = { minute: '', day: '' };
}

/** 2026-09-12 -> September 12, 2026. Avoids Intl, which is slow to load on phones. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${months[Number(month) - 1]} ${Number(date)}, ${year}`;
}
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** Sep 12, 2026, for tables and the back office. */
export function formatShortDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${months[Number(month) - 1]?.slice(0, 3)} ${Number(date)}, ${year}`;
}

/** September 12, 2026, 7:42 am */
export const formatDateTime = (iso: string): string => formatWithTime({ dateStyle: 'long', timeStyle: 'short' }, iso);
/** Sep 12, 7:42 am, with the year if it is not that of `beside`. */
export function formatShortDateTime(iso: string, beside = new Date().toISOString()): string {
  const year = farmYear(new Date(iso)) === farmYear(new Date(beside)) ? {} : { year: 'numeric' as const };
  return formatWithTime({ ...year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }, iso);
}
/** 2026-09-12. Caches the last result: it is called several times per order. */
export function farmDay(iso: string): string {
  const minute = iso.slice(0, 16);
  if (minute !== last.minute) last = { minute, day: isoFormat().format(new Date(iso)) };
  return last.day;
}
let last = { minute: '', day: '' };
/** 2026-09-12 07:42, which spreadsheets read as a date. */
export const farmDateTime = (iso: string): string => `${farmDay(iso)} ${timeFormat().format(new Date(iso))}`;
/** The instant of a time of day at the farm, such as 08:30. Browsers of the last years have no Temporal. */
export function farmInstant(day: string, time: string): string {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const offsetAt = (at: number) => Date.parse(`${farmDateTime(new Date(at).toISOString()).replace(' ', 'T')}:00Z`) - at;
  const [first, last] = [wanted - offsetAt(wanted - DAY_MS), wanted - offsetAt(wanted + DAY_MS)];
  const isShown = (at: number) => at + offsetAt(at) === wanted;
  // An hour of the night may be there twice, and the first counts, or be missing, and the next one counts.
  return new Date(isShown(first) || !isShown(last) ? first : last).toISOString();
}
const DAY_MS = 86_400_000;
export const farmYear = (now: Date): string => format({ year: 'numeric' }).format(now);

// Browsers disagree on the space before "am" and the word between date and time.
function formatWithTime(options: Intl.DateTimeFormatOptions, iso: string): string {
  return format(options)
    .format(new Date(iso))
    .replace(' at ', ', ')
    .replace(/\s([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}m`);
}

/** The Swedish locale formats dates as ISO does. */
const isoFormat = () => format({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE');

const timeFormat = () => format({ hour: '2-digit', minute: '2-digit' }, 'sv-SE');

// Created on first use: the first one takes about 100 ms on a phone.
const formats = new Map<string, Intl.DateTimeFormat>();
function format(options: Intl.DateTimeFormatOptions, locale = 'en-US'): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, format);
  return format;
}
