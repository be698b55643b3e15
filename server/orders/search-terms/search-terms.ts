// The terms an order can be found by, and the terms a search asks for. Both are normalized the same way: lower case, no
// accents. If you change how terms are made, bump INDEX_VERSION: the next start then rebuilds the index.
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

/** Terms from `from` (inclusive) to `below` (exclusive). */
export type TermRange = { from: string; below: string };

export function termsOf({ name, email, phone, payment_id, status, created_at }: IndexedOrder): string[] {
  const terms = [
    ...contactTerms({ name, email, phone }),
    ...paymentTerms(payment_id),
    statusTerm(status),
    dayTerm(farmDay(created_at)),
  ];
  return [...new Set(terms)];
}

type Contact = { name: string; email: string | null; phone: string };

export function contactTerms({ name, email, phone }: Contact): string[] {
  const terms = [
    ...wordSuffixes(name),
    // Leave out the last part, such as com, which says nothing.
    ...wordSuffixes(email ?? '').slice(0, -1),
    ...phoneTerms(phone),
  ];
  return [...new Set(terms)];
}

export const paymentTerms = (payment_id: string | null): string[] =>
  payment_id ? [normalizeToken(foldCase(payment_id))].filter(Boolean) : [];

// Prefixes that no word starts with, so these terms cannot be found by typing.
export const statusTerm = (status: OrderStatus): string => `=${status}`;
const dayTerm = (day: string): string => `@${day}`;

type ParsedQuery = {
  /** Term prefixes that a matching order must have. */
  ranges: TermRange[];
  /** The order with this number matches regardless of its terms. */
  number: number | undefined;
  /** The query is only a number. */
  onlyNumber: boolean;
};

/** Parses the search box; undefined when there is nothing to search for. */
export function parseQuery(q: string): ParsedQuery | undefined {
  const [, hash, digits] = /^(#?)0*(\d{1,10})$/.exec(q) ?? [];
  const number = digits && Number(digits) <= MAX_ID ? Number(digits) : undefined;
  const ranges = parseWords(q);
  return ranges.length === 0 ? undefined : { ranges, number, onlyNumber: hash === '#' };
}

/** Term prefixes for the words of a search. */
export const parseWords = (q: string): TermRange[] => tokenize(q).map(prefixRange);

export const withStatus = (status: OrderStatus): TermRange => prefixRange(statusTerm(status));

/** Placed between these farm days, inclusive. */
export const placedBetween = (from: string | undefined, to: string | undefined): TermRange => ({
  from: dayTerm(from ?? ''),
  below: afterPrefix(dayTerm(to ?? '')),
});

export const anyOrder = (): TermRange => placedBetween(undefined, undefined);

const prefixRange = (prefix: string): TermRange => ({ from: prefix, below: afterPrefix(prefix) });

/** Sorts after every text with this prefix: no text contains the last Unicode character. */
const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;

function tokenize(q: string): string[] {
  const digits = phoneDigits(q);
  // A phone number with spaces and brackets.
  if (digits.length >= 7 && /^[+\d\s().\-/]+$/.test(q)) return [digits];
  return foldCase(q).split(/\s+/).map(normalizeToken).filter(Boolean);
}

/** The full number, the number without area code, and its last four digits. */
function phoneTerms(phone: string): string[] {
  const digits = phoneDigits(phone);
  return digits ? [digits, digits.slice(-7), digits.slice(-4)] : wordSuffixes(phone);
}

/** The digits, without a leading country code 1. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, MAX_TERM_LENGTH);
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** The suffixes that start at each word part: smith-jones is found by smith, smith-jones and jones. */
function wordSuffixes(text: string): string[] {
  const terms: string[] = [];
  for (const token of foldCase(text).split(/\s+/)) {
    const starts = /\p{L}/u.test(token) ? token.matchAll(/[\p{L}\p{N}]+/gu) : [{ index: 0 }];
    for (const { index } of starts) terms.push(normalizeToken(token.slice(index)));
    if (terms.length >= MAX_TERMS) break;
  }
  return terms.filter(Boolean).slice(0, MAX_TERMS);
}

/** Tokens without letters are reduced to their digits. */
const normalizeToken = (token: string): string =>
  /\p{L}/u.test(token) ? truncate(trimPunctuation(token)) : phoneDigits(token);

const foldCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .toWellFormed();

const trimPunctuation = (token: string): string => token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const truncate = (word: string): string => [...word].slice(0, MAX_TERM_LENGTH).join('');
