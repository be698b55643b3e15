// Calendar entries (RFC 5545).

import { farmInstant } from '#contracts/dates.ts';
import { addDays } from '#contracts/sales-range.ts';
import type { Sender } from '#server/mail/email-template.ts';

export type CalendarEntry = {
  uid: string;
  /** How often its day changed: calendars replace an entry by one with a higher number. */
  moves: number;
  day: string;
  /** Farm time. Without it, the entry is for the whole day. */
  window?: { from: string; to: string };
  summary: string;
  description: string;
  /** The page it is about. */
  path: string;
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  updated_at: string;
};

export function writeCalendar(entries: CalendarEntry[], { siteUrl, farm }: Pick<Sender, 'siteUrl' | 'farm'>): string {
  const host = new URL(siteUrl).hostname;
  const { street, town, state, zip } = farm.address;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(farm.brand)}//Harvest//EN`,
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(`${farm.brand}: harvest`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${entry.uid}@${host}`,
      `DTSTAMP:${compact(entry.updated_at)}`,
      `LAST-MODIFIED:${compact(entry.updated_at)}`,
      `SEQUENCE:${entry.moves}`,
      `STATUS:${entry.status}`,
      ...times(entry),
      `SUMMARY:${text(entry.summary)}`,
      `DESCRIPTION:${text(entry.description)}`,
      `LOCATION:${text(`${farm.brand}, ${street}, ${town}, ${state} ${zip}`)}`,
      `URL:${siteUrl}${entry.path}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

const times = ({ day, window }: CalendarEntry): string[] =>
  window
    ? [`DTSTART:${compact(farmInstant(day, window.from))}`, `DTEND:${compact(farmInstant(day, window.to))}`]
    : [`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${addDays(day, 1).replaceAll('-', '')}`];

/** 20260903T170000Z */
const compact = (iso: string) => iso.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');

/** Control characters come with pasted text, and calendar programs reject them. */
const text = (value: string) =>
  value
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r?\n|\r/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

/** Lines have at most 75 bytes; a character is never split. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
