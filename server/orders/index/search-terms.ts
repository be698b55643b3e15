// The words an order is found by, and what a search wants of them. Filed and asked for in the same form: lower case,
// without accents. Whoever changes how words are made raises WORDING: the next start files all orders anew.

import { farmDay } from '#contracts/dates.ts';
import { MAX_ID } from '#contracts/endpoint.ts';
import type { OrderStatus } from '#contracts/ordering-rules.ts';

export const INDEX_VERSION = '1';

const MAX_TERM_LENGTH = 60;
const MAX_TERMS = 12;

export type IndexedOrder = {
  id: number;
  name: string;
  email: string | null;
  phone: string;
  payment_id: string | null;
  status: OrderStatus;
  created_at: string;
};

/** Words from `from` on, up to but without `below`. */
export type TermRange = { from: string; below: string };

export function termsOf({ name, email, phone, payment_id, status, created_at }: IndexedOrder): string[] {
  const words = [
    ...wordSuffixes(name),
    // Its last part, such as com, finds nobody.
    ...wordSuffixes(email ?? '').slice(0, -1),
    ...phoneTerms(phone),
    ...paymentTerms(payment_id),
    statusTerm(status),
    dayTerm(farmDay(created_at)),
  ];
  return [...new Set(words)];
}

export const paymentTerms = (payment_id: string | null): string[] =>
  payment_id ? [normalizeToken(foldCase(payment_id))].filter(Boolean) : [];

// Marks that no word of a text begins with: nobody finds these by typing.
export const statusTerm = (status: OrderStatus): string => `=${status}`;
const dayTerm = (day: string): string => `@${day}`;

type Text = {
  /** What the words of a fitting order begin with. */
  ranges: TermRange[];
  /** The order with this number fits whatever its words are. */
  number: number | undefined;
  /** Nothing but the number was asked for. */
  onlyNumber: boolean;
};

/** What was typed into the search, or undefined when there is nothing in it to look for. */
export function parseQuery(q: string): Text | undefined {
  const [, hash, digits] = /^(#?)0*(\d{1,10})$/.exec(q) ?? [];
  const number = digits && Number(digits) <= MAX_ID ? Number(digits) : undefined;
  const ranges = tokenize(q).map(prefixRange);
  return ranges.length === 0 ? undefined : { ranges, number, onlyNumber: hash === '#' };
}

export const withStatus = (status: OrderStatus): TermRange => prefixRange(statusTerm(status));

/** Placed on these days of the farm, both included. */
export const placedBetween = (from: string | undefined, to: string | undefined): TermRange => ({
  from: dayTerm(from ?? ''),
  below: afterPrefix(dayTerm(to ?? '')),
});

export const anyOrder = (): TermRange => placedBetween(undefined, undefined);

const prefixRange = (start: string): TermRange => ({ from: start, below: afterPrefix(start) });

/** Above everything that begins so: no text holds the last character there is. */
const afterPrefix = (start: string): string => `${start}\u{10ffff}`;

function tokenize(q: string): string[] {
  const digits = extractDigits(q);
  // A phone with its gaps and brackets.
  if (digits.length >= 7 && /^[+\d\s().\-/]+$/.test(q)) return [digits];
  return foldCase(q).split(/\s+/).map(normalizeToken).filter(Boolean);
}

/** A number as it is dialled, without its area, and its last four digits. */
function phoneTerms(phone: string): string[] {
  const digits = extractDigits(phone);
  return digits ? [digits, digits.slice(-7), digits.slice(-4)] : wordSuffixes(phone);
}

/** The digits; of a number with the country's 1 in front, those behind it. */
function extractDigits(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, MAX_TERM_LENGTH);
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** From each letter or digit that begins a part to the end: smith-jones is found by smith, smith-jones and jones. */
function wordSuffixes(text: string): string[] {
  const words: string[] = [];
  for (const token of foldCase(text).split(/\s+/)) {
    const starts = /\p{L}/u.test(token) ? token.matchAll(/[\p{L}\p{N}]+/gu) : [{ index: 0 }];
    for (const { index } of starts) words.push(normalizeToken(token.slice(index)));
    if (words.length >= MAX_TERMS) break;
  }
  return words.filter(Boolean).slice(0, MAX_TERMS);
}

/** Where there is no letter, only the digits count. */
const normalizeToken = (token: string): string =>
  /\p{L}/u.test(token) ? truncate(trimPunctuation(token)) : extractDigits(token);

const foldCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .toWellFormed();

const trimPunctuation = (token: string): string => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const truncate = (word: string): string => [...word].slice(0, MAX_TERM_LENGTH).join('');
