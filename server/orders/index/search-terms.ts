// The words an order is found by, and what a search wants of them. Filed and asked for in the same form: lower case,
// without accents. Whoever changes how words are made raises WORDING: the next start files all orders anew.

import { farmDay } from '#contracts/dates.ts';
import { MAX_ID } from '#contracts/endpoint.ts';
import type { OrderStatus } from '#contracts/ordering-rules.ts';

export const WORDING = '1';

const LONGEST_WORD = 60;
const MOST_WORDS = 12;

export type Worded = {
  id: number;
  name: string;
  email: string | null;
  phone: string;
  payment_id: string | null;
  status: OrderStatus;
  created_at: string;
};

/** Words from `from` on, up to but without `below`. */
export type WordRange = { from: string; below: string };

export function wordsOf({ name, email, phone, payment_id, status, created_at }: Worded): string[] {
  const words = [
    ...beginningsIn(name),
    // Its last part, such as com, finds nobody.
    ...beginningsIn(email ?? '').slice(0, -1),
    ...numberWords(phone),
    ...paymentWords(payment_id),
    statusWord(status),
    dayWord(farmDay(created_at)),
  ];
  return [...new Set(words)];
}

export const paymentWords = (payment_id: string | null): string[] =>
  payment_id ? [tokenOf(folded(payment_id))].filter(Boolean) : [];

// Marks that no word of a text begins with: nobody finds these by typing.
export const statusWord = (status: OrderStatus): string => `=${status}`;
const dayWord = (day: string): string => `@${day}`;

type Text = {
  /** What the words of a fitting order begin with. */
  ranges: WordRange[];
  /** The order with this number fits whatever its words are. */
  number: number | undefined;
  /** Nothing but the number was asked for. */
  onlyNumber: boolean;
};

/** What was typed into the search, or undefined when there is nothing in it to look for. */
export function textIn(q: string): Text | undefined {
  const [, hash, digits] = /^(#?)0*(\d{1,10})$/.exec(q) ?? [];
  const number = digits && Number(digits) <= MAX_ID ? Number(digits) : undefined;
  const ranges = tokensIn(q).map(beginningWith);
  return ranges.length === 0 ? undefined : { ranges, number, onlyNumber: hash === '#' };
}

export const withStatus = (status: OrderStatus): WordRange => beginningWith(statusWord(status));

/** Placed on these days of the farm, both included. */
export const placedBetween = (from: string | undefined, to: string | undefined): WordRange => ({
  from: dayWord(from ?? ''),
  below: after(dayWord(to ?? '')),
});

export const anyOrder = (): WordRange => placedBetween(undefined, undefined);

const beginningWith = (start: string): WordRange => ({ from: start, below: after(start) });

/** Above everything that begins so: no text holds the last character there is. */
const after = (start: string): string => `${start}\u{10ffff}`;

function tokensIn(q: string): string[] {
  const digits = digitsIn(q);
  // A phone with its gaps and brackets.
  if (digits.length >= 7 && /^[+\d\s().\-/]+$/.test(q)) return [digits];
  return folded(q).split(/\s+/).map(tokenOf).filter(Boolean);
}

/** A number as it is dialled, without its area, and its last four digits. */
function numberWords(phone: string): string[] {
  const digits = digitsIn(phone);
  return digits ? [digits, digits.slice(-7), digits.slice(-4)] : beginningsIn(phone);
}

/** The digits; of a number with the country's 1 in front, those behind it. */
function digitsIn(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, LONGEST_WORD);
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** From each letter or digit that begins a part to the end: smith-jones is found by smith, smith-jones and jones. */
function beginningsIn(text: string): string[] {
  const words: string[] = [];
  for (const token of folded(text).split(/\s+/)) {
    const starts = /\p{L}/u.test(token) ? token.matchAll(/[\p{L}\p{N}]+/gu) : [{ index: 0 }];
    for (const { index } of starts) words.push(tokenOf(token.slice(index)));
    if (words.length >= MOST_WORDS) break;
  }
  return words.filter(Boolean).slice(0, MOST_WORDS);
}

/** Where there is no letter, only the digits count. */
const tokenOf = (token: string): string => (/\p{L}/u.test(token) ? cut(trimmed(token)) : digitsIn(token));

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .toWellFormed();

const trimmed = (token: string): string => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const cut = (word: string): string => [...word].slice(0, LONGEST_WORD).join('');
