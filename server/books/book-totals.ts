// What the rows of the books add up to, by type; of a day also by product, with the orders that were sold on it.
import { type BookSide, type BookType, bookTypes } from '#contracts/book-types.ts';
import type { BookRow } from './book-row.ts';
import type { DaySum } from './day-sums.store.ts';

export type Total = { rows: number; pounds: number; amount_cents: number };
export type Totals = Partial<Record<BookType, Total>>;
export type DayTotals = {
  types: Totals;
  /** Sold, less those that were taken back. */
  orders: number;
  products: Record<string, { pounds: number; amount_cents: number }>;
};

export const noTotals = (): DayTotals => ({ types: {}, orders: 0, products: {} });

export function toTotals(sums: DaySum[]): DayTotals {
  const totals = noTotals();
  for (const { type, product_id, rows, pounds, amount_cents } of sums)
    if (type === 'orders') totals.orders += rows;
    else {
      add(totals.types, type, { rows, pounds, amount_cents });
      if (product_id !== null && bookTypes[type] === 'sales') addProduct(totals, product_id, { pounds, amount_cents });
    }
  return totals;
}

export function addDay(totals: DayTotals, day: DayTotals): void {
  for (const type of typesOf(day.types)) add(totals.types, type, day.types[type] ?? nothing);
  totals.orders += day.orders;
  for (const [id, more] of Object.entries(day.products)) addProduct(totals, Number(id), more);
}

/** As it is stored. The version before this one reads the types from the top level. */
export function toText({ types, orders, products }: DayTotals): string {
  const sorted = Object.fromEntries(typesOf(types).map((type) => [type, types[type]]));
  return JSON.stringify({ ...sorted, orders, products });
}

/** Undefined if an earlier version stored it, without products. */
export function parseTotals(text: string): DayTotals | undefined {
  const { orders, products, ...types } = JSON.parse(text);
  return products && { types, orders, products };
}

export function addRow(totals: Totals, { type, pounds, amount_cents }: BookRow): void {
  add(totals, type, { rows: 1, pounds: pounds ?? 0, amount_cents });
}

export const typesOf = (totals: Totals): BookType[] => allTypes.filter((type) => totals[type] !== undefined);

export function sumOf(totals: Totals, side: BookSide): Omit<Total, 'rows'> {
  const own = typesOf(totals).filter((type) => bookTypes[type] === side);
  const sum = (column: 'pounds' | 'amount_cents') => own.reduce((all, type) => all + (totals[type]?.[column] ?? 0), 0);
  return { pounds: sum('pounds'), amount_cents: sum('amount_cents') };
}

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

function addProduct({ products }: DayTotals, id: number, more: { pounds: number; amount_cents: number }): void {
  const { pounds, amount_cents } = products[id] ?? nothing;
  products[id] = { pounds: pounds + more.pounds, amount_cents: amount_cents + more.amount_cents };
}
