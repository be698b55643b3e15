// The books line by line, for an accountant. The owner's guide explains each column.
import { csvDollars, csvHeader, csvRow } from '#server/orders/export/csv.ts';
import type { BookRow } from './book-row.ts';

export const linesHeader = csvHeader([
  ...['Date', 'Type', 'Order', 'Invoice', 'Customer', 'Product', 'Lot', 'Pounds', 'Price', 'Amount', 'Method'],
  ...['Reference', 'Note'],
]);

export const toLine = (row: BookRow): string =>
  csvRow([
    ...[row.day, row.type, row.order, row.invoice, row.customer, row.product, row.lot],
    ...[row.pounds, row.price_cents === null ? null : csvDollars(row.price_cents)],
    ...[csvDollars(row.amount_cents), row.method, row.reference, row.note],
  ]);
