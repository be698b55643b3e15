// The stock ledger: every pound that came or went, and why.
import { z } from 'zod';
import { Month } from './books.ts';
import { BodyKey, dataOf, type EndpointTable, MAX_ID, positiveInteger } from './endpoint.ts';
import { stockEntries, stockReasons } from './stock-kinds.ts';

export const MOVES_PER_PAGE = 50;
const MAX_POUNDS = 1_000_000;
const NOTE_MAX = 300;

const StockMove = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  product_id: z.int(),
  product: z.string(),
  /** Its number; null for pounds of no lot. A move over several lots is a row for each. */
  lot: z.string().nullable(),
  reason: z.enum(stockReasons),
  pounds: z.int(),
  stock: z.int(),
  /** Null for a buyer's own order. */
  who: z.string().nullable(),
  order_id: z.int().nullable(),
  note: z.string(),
});
export type StockMove = z.output<typeof StockMove>;

const POUNDS = 'Pounds must be a whole number, and not zero.';
const lotId = z.int('Choose a lot.').min(1, 'Choose a lot.').max(MAX_ID, 'Choose a lot.');
const cursor = (text: string) => positiveInteger(text).transform((id) => Math.min(id, MAX_ID));

export const stockEndpoints = {
  'GET /api/stock-moves': {
    summary:
      'The stock ledger, newest first, of one product or a month if you want; `before` is a move id and returns older ones',
    for: 'admin',
    query: z.object({
      product: cursor('The product must be a positive whole number.').optional(),
      month: Month.optional(),
      before: cursor('The move must be a positive whole number.').optional(),
    }),
    response: z.object({
      data: z.array(StockMove),
      more: z.boolean(),
      /** The first month with a move. */
      first_month: z.string(),
    }),
  },
  'POST /api/stock-moves': {
    summary:
      'Enter a harvest, a loss, a sample, a correction, or a move between lots; pounds are above zero, except for a correction',
    for: 'admin',
    key: 'required',
    body: z
      .object({
        product_id: z.int('Choose a product.').min(1, 'Choose a product.').max(MAX_ID, 'Choose a product.'),
        kind: z.enum(stockEntries, { error: `The reason must be one of ${stockEntries.join(', ')}.` }),
        /** Whose pounds they are. Without one they are the current lot's, or for a move those of no lot. */
        lot_id: lotId.optional(),
        /** For a move. Without one the pounds go to no lot. */
        to_lot_id: lotId.optional(),
        pounds: z
          .int(POUNDS)
          .min(-MAX_POUNDS, 'Pounds can be up to 1,000,000.')
          .max(MAX_POUNDS, 'Pounds can be up to 1,000,000.')
          .refine((pounds) => pounds !== 0, POUNDS),
        note: z
          .string('The note must be text.')
          .trim()
          .max(NOTE_MAX, `The note can be up to ${NOTE_MAX} characters.`)
          .default(''),
        key: BodyKey,
      })
      .refine(({ kind, pounds }) => kind === 'correction' || pounds > 0, {
        path: ['pounds'],
        message: 'Pounds must be more than zero.',
      })
      .refine(({ kind, lot_id, to_lot_id }) => kind !== 'move' || lot_id !== to_lot_id, {
        path: ['to_lot_id'],
        message: 'Choose another lot to move to.',
      })
      .refine(({ kind, to_lot_id }) => kind === 'move' || to_lot_id === undefined, {
        path: ['to_lot_id'],
        message: 'Only a move goes to another lot.',
      }),
    response: dataOf(StockMove),
    errors: { 404: 'The product or its lot does not exist', 409: 'There are not that many pounds in stock' },
  },
} as const satisfies EndpointTable;
