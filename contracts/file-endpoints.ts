// Endpoints that return a file instead of JSON. They are not in the endpoint table; the API documents describe them from here.
import { BackupParams } from './backups.ts';
import { BooksFileQuery } from './books.ts';
import { type Endpoint, IdParams } from './endpoint.ts';
import { SalesQuery } from './reports.ts';
import { termsEndpoints } from './terms.ts';

export type FileEndpoint = Pick<Endpoint, 'summary' | 'for' | 'params' | 'query'> & { type: string };

export const fileEndpoints = {
  'GET /api/orders/export': {
    summary: "Orders of a date range as CSV, with the farm's dates",
    for: 'admin',
    query: SalesQuery,
    type: 'text/csv',
  },
  'GET /api/lots/admin/:id/recall-sheet': {
    summary: 'Recall sheet: everyone who received hops from a lot, as CSV',
    for: 'admin',
    params: IdParams,
    type: 'text/csv',
  },
  'GET /api/invoices/:id/pdf': {
    summary: 'An invoice or credit note as PDF, for staff, the account it was sent to, or anyone with its key',
    for: 'anyone',
    params: IdParams,
    query: termsEndpoints['GET /api/invoices/:id'].query,
    type: 'application/pdf',
  },
  'GET /api/books/file': {
    summary:
      'The books of a month as CSV, line by line or as journal entries for QuickBooks; a closed month never changes',
    for: 'admin',
    query: BooksFileQuery,
    type: 'text/csv',
  },
  'GET /api/backups/:name': {
    summary: 'Download a backup. It contains the data of customers',
    for: 'owner',
    params: BackupParams,
    type: 'application/octet-stream',
  },
} as const satisfies Record<`GET /api/${string}`, FileEndpoint>;
