// Formats dates in the farm's time zone, so the server and the browser render the same text.
import { timeZone as firstTimeZone } from '#content/time-zone.ts';

let timeZone = firstTimeZone;
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
/** The instant a farm day begins. */
export function startOfFarmDay(day: string): string {
  // UTC offsets are multiples of 15 minutes and change with daylight saving time. Halves what is left of 28 hours.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const instant = (quarters: number) => new Date(midnight + quarters * 15 * 60_000).toISOString();
  let [first, last] = [-56, 56];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (farmDay(instant(middle)) < day) first = middle + 1;
    else last = middle;
  }
  return instant(first);
}
/** The instant of a time of day at the farm, such as 08:30. */
export function farmInstant(day: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const guess = Date.parse(startOfFarmDay(day)) + (hours * 60 + minutes) * 60_000;
  // An hour of the night may be missing or there twice.
  const shifts = [0, -60, 60].map((shift) => new Date(guess + shift * 60_000).toISOString());
  return shifts.find((instant) => farmDateTime(instant) === `${day} ${time}`) ?? new Date(guess).toISOString();
}
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
