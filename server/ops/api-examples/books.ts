import * as sample from '../api-example-data.ts';
import type { ExamplesOf } from './example.ts';

const books = {
  month: '2026-09',
  state: 'closed',
  closable_at: '2026-10-01T08:00:00.000Z',
  closed: { at: '2026-10-05T16:20:00.000Z', who: 'Wren' },
  files: [
    { layout: 'lines', bytes: 48_213, sha256: '9f2c0a6e5b1d4c83' },
    { layout: 'quickbooks', bytes: 6102, sha256: '41d7be0c77aa19f2' },
  ],
  totals: [
    { type: 'sale', side: 'sales', rows: 214, pounds: 3120, amount: 48_900 },
    { type: 'credit note', side: 'sales', rows: 1, pounds: 0, amount: -32 },
    { type: 'payment', side: 'money', rows: 190, pounds: 0, amount: 45_140.5 },
  ],
  sales: 48_868,
  money: 45_140.5,
  first_month: '2026-01',
  closed_months: ['2026-09', '2026-08'],
};
const aging = { not_due: 320, days_1_30: 96, days_31_60: 0, days_61_90: 0, over_90: 0, total: 416 };

export const bookExamples: ExamplesOf<`${string} /api/books${string}`> = {
  'GET /api/books': { query: { month: '2026-09' }, response: { data: books } },
  'POST /api/books/closings': { body: { month: '2026-09' }, response: { data: books } },
  'GET /api/books/invoices': {
    query: { month: '2026-09' },
    response: {
      data: [{ ...sample.listedInvoice, bill_to: 'Tule Fog Brewing' }],
      more: false,
      left_out: [],
      first_month: '2026-01',
    },
  },
  'GET /api/books/receivables': {
    response: {
      data: [{ id: 12, name: 'Dana Whitlock', company: 'Tule Fog Brewing', ...aging }],
      total: aging,
      day: '2026-10-05',
      more: false,
    },
  },
  'GET /api/books/file': {
    query: { month: '2026-09', layout: 'lines' },
    response: [
      'Date,Type,Order,Invoice,Customer,Product,Lot,Pounds,Price,Amount,Method,Reference,Note',
      '2026-09-12,sale,1042,,Tule Fog Brewing,Cascade,26-CO-1,22,14.50,319.00,,,',
      '2026-09-12,payment,1042,,Tule Fog Brewing,,,,,319.00,card,GQTFp1ZlXdpoW4o6eGiZhbjosiDFf,',
    ].join('\r\n'),
  },
};
