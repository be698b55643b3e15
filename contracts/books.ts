// The farm's books: a month line by line, closed months, invoices and what customers owe.
import { z } from 'zod';
import { type BookType, bookLayouts, bookTypes, isMonth } from './book-types.ts';
import { dataOf, type EndpointTable, MAX_ID, positiveInteger } from './endpoint.ts';
import { ListedInvoice } from './terms.ts';

export const INVOICES_PER_PAGE = 50;
export const DEBTORS_PER_PAGE = 50;

const MONTH_FORMAT = 'Enter the month as YYYY-MM.';
export const Month = z.string(MONTH_FORMAT).refine(isMonth, MONTH_FORMAT);

const typeNames = Object.keys(bookTypes) as [BookType, ...BookType[]];

const Books = z.object({
  month: z.string(),
  /** `running` until the month is over, `closing` while its files are written. */
  state: z.enum(['running', 'over', 'closing', 'closed']),
  /** From then on it can be closed. */
  closable_at: z.iso.datetime(),
  closed: z.object({ at: z.iso.datetime(), who: z.string().nullable() }).nullable(),
  /** The files of a closed month, which never change. */
  files: z.array(z.object({ layout: z.enum(bookLayouts), bytes: z.int(), sha256: z.string() })),
  totals: z.array(
    z.object({
      type: z.enum(typeNames),
      side: z.enum(['sales', 'money', 'fees']),
      rows: z.int(),
      pounds: z.int(),
      amount: z.number(),
    }),
  ),
  sales: z.number(),
  money: z.number(),
  /** The first month with an order. */
  first_month: z.string(),
  closed_months: z.array(z.string()),
});
export type Books = z.output<typeof Books>;

const BookInvoice = ListedInvoice.extend({
  /** As it is on paper. */
  bill_to: z.string(),
});
export type BookInvoice = z.output<typeof BookInvoice>;

/** What is open, by the days since it was due. */
const Aging = z.object({
  not_due: z.number(),
  days_1_30: z.number(),
  days_31_60: z.number(),
  days_61_90: z.number(),
  over_90: z.number(),
  total: z.number(),
});
export type Aging = z.output<typeof Aging>;

const Debtor = Aging.extend({ id: z.int(), name: z.string(), company: z.string() });
export type Debtor = z.output<typeof Debtor>;

const cursor = (text: string) => positiveInteger(text).transform((id) => Math.min(id, MAX_ID));

export const BooksQuery = z.object({ month: Month.optional() });
export const BooksFileQuery = z.object({
  month: Month,
  layout: z.enum(bookLayouts, { error: `The layout must be one of ${bookLayouts.join(', ')}.` }).default('lines'),
});

export const bookEndpoints = {
  'GET /api/books': {
    summary: 'The books of a month: its totals by kind, and whether it is closed; without `month` the current one',
    for: 'admin',
    query: BooksQuery,
    response: dataOf(Books),
  },
  'POST /api/books/closings': {
    summary: 'Close a month for good. Its files never change after that, and nothing can be dated into it',
    for: 'owner',
    body: z.object({ month: Month }),
    response: dataOf(Books),
    errors: { 409: 'It is closed already, or an order of that month still waits for its payment' },
  },
  'GET /api/books/invoices': {
    summary: 'Invoices and credit notes of a month, by number; `after` is a number and returns later ones',
    for: 'admin',
    query: BooksQuery.extend({ after: cursor('The invoice must be a positive whole number.').optional() }),
    response: z.object({
      data: z.array(BookInvoice),
      more: z.boolean(),
      /** Numbers that were left out in this month, because the shop was restored. */
      left_out: z.array(z.object({ from: z.int(), to: z.int() })),
      /** The first month with an order. */
      first_month: z.string(),
    }),
  },
  'GET /api/books/receivables': {
    summary: 'What customers owe, by age, the largest amounts first; `after` is a customer id and returns smaller ones',
    for: 'admin',
    query: z.object({ after: cursor('The customer must be a positive whole number.').optional() }),
    response: z.object({ data: z.array(Debtor), total: Aging, day: z.string(), more: z.boolean() }),
  },
} as const satisfies EndpointTable;
