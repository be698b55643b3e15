// The kinds of rows in the books, and months. Without schemas, so that the browser can import it.
import { formatDay } from './dates.ts';
import { addDays, type DayRange } from './sales-range.ts';

/** In the order of the page. Sales say what the farm has earned, money what it has received, fees what the card provider keeps of it. */
export const bookTypes = {
  sale: 'sales',
  'pounds changed': 'sales',
  charge: 'sales',
  discount: 'sales',
  'credit note': 'sales',
  'sale taken back': 'sales',
  payment: 'money',
  'payment taken back': 'money',
  refund: 'money',
  'card fee': 'fees',
} as const;
export type BookType = keyof typeof bookTypes;
export type BookSide = (typeof bookTypes)[BookType];

export const bookLayouts = ['lines', 'quickbooks'] as const;
export type BookLayout = (typeof bookLayouts)[number];

export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
export const monthOf = (day: string): string => day.slice(0, 7);

export function daysOfMonth(month: string): DayRange {
  const from = `${month}-01`;
  return { from, to: addDays(`${monthOf(addDays(from, 31))}-01`, -1) };
}

/** 2026-10 -> October 2026 */
export const formatMonth = (month: string): string => formatDay(`${month}-01`).replace(' 1,', '');

/** Newest first. */
export function listMonths(first: string, last: string): string[] {
  const months = [last];
  for (let month = last; month > first; ) {
    month = monthOf(addDays(`${month}-01`, -1));
    months.push(month);
  }
  return months;
}
