// Totals of book rows by type.
import { type BookType, bookTypes } from '#contracts/book-types.ts';
import type { BookRow } from './book-rows.ts';

export type Total = { rows: number; pounds: number; amount_cents: number };
export type Totals = Partial<Record<BookType, Total>>;

export function addRow(totals: Totals, { type, pounds, amount_cents }: BookRow): void {
  add(totals, type, { rows: 1, pounds: pounds ?? 0, amount_cents });
}

export function addTotals(totals: Totals, more: Totals): void {
  for (const type of typesOf(more)) add(totals, type, more[type] ?? nothing);
}

export const typesOf = (totals: Totals): BookType[] => allTypes.filter((type) => totals[type] !== undefined);

const allTypes = Object.keys(bookTypes) as BookType[];
const nothing: Total = { rows: 0, pounds: 0, amount_cents: 0 };

function add(totals: Totals, type: BookType, more: Total): void {
  const { rows, pounds, amount_cents } = totals[type] ?? nothing;
  totals[type] = {
    rows: rows + more.rows,
    pounds: pounds + more.pounds,
    amount_cents: amount_cents + more.amount_cents,
  };
}
