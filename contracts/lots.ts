import { z } from 'zod';
import { hopForms } from '#content/hop-forms.ts';
import { dataOf, type EndpointTable, IdParams, MAX_ID, MessageResponse } from './endpoint.ts';
import { numericText, percentage, versionSeen, wholePounds } from './product-fields.ts';
import { isDay } from './sales-range.ts';

/** A harvest batch with its lab results. */
export const Lot = z.object({
  id: z.int(),
  number: z.string(),
  harvest_year: z.int(),
  form: z.string(),
  /** Percent. */
  moisture: z.number(),
  /** Hop storage index (HSI). */
  storage_index: z.number(),
  /** 2026-09-12 */
  tested_on: z.string(),
  alpha_acid: z.number(),
  beta_acid: z.number(),
  total_oil: z.number(),
  /** Root-relative path of the certificate of analysis (PDF). */
  certificate_url: z.string().nullable(),
});
export type Lot = z.output<typeof Lot>;

/** What a buyer chooses a lot by. */
export const LotOnSale = Lot.pick({ id: true, number: true, harvest_year: true, form: true, alpha_acid: true }).extend({
  /** Pounds of it that are for sale. */
  stock: z.int(),
});
export type LotOnSale = z.output<typeof LotOnSale>;

export const ManagedLot = Lot.extend({
  product_id: z.int(),
  /** Whether new orders are filled from this lot. A product has at most one current lot. */
  current: z.boolean(),
  /** Pounds in the barn. What the product has beyond the sum of its lots belongs to no lot. */
  stock: z.int(),
  /** Number of orders on its recall sheet. */
  orders: z.int(),
  /** Pounds sold, minus returns. */
  pounds: z.int(),
  /** Incremented by each edit. */
  version: z.int(),
});
export type ManagedLot = z.output<typeof ManagedLot>;

const FIRST_YEAR = 2000;
const YEAR = `Harvest Year must be ${FIRST_YEAR} or later.`;
const STORAGE_INDEX = 'Storage Index must be a number from 0 to 2 with at most three decimals.';
const NUMBER = 'Lot Number can be up to 40 letters, digits, spaces and . _ / - characters.';

export const LotDraft = z.object({
  // ASCII only: it is printed on bags and used in file names. Case-insensitive.
  number: z
    .string('Lot Number is required.')
    .trim()
    .min(1, { error: 'Lot Number is required.', abort: true })
    .regex(/^[a-z\d](?:[a-z\d ._/-]{0,38}[a-z\d])?$/i, NUMBER),
  harvest_year: numericText('Harvest Year', /^\d{4}$/, YEAR).refine((year) => year >= FIRST_YEAR, YEAR),
  form: z.enum(hopForms, { error: 'Choose a form.' }),
  moisture: percentage('Moisture'),
  storage_index: numericText('Storage Index', /^(?:\d?\.\d{1,3}|\d)$/, STORAGE_INDEX).refine(
    (index) => index <= 2,
    STORAGE_INDEX,
  ),
  tested_on: z
    .string('Tested On is required.')
    .min(1, { error: 'Tested On is required.', abort: true })
    .refine(isDay, 'Enter the date of the test.')
    .describe('The day of the test, as YYYY-MM-DD.'),
  alpha_acid: percentage('Alpha Acid'),
  beta_acid: percentage('Beta Acid'),
  total_oil: percentage('Total Oil'),
});
export type LotDraft = z.output<typeof LotDraft>;

export const NewLot = LotDraft.extend({
  stock: wholePounds('Pounds').optional().describe('Pounds that were harvested for it. They are added to the stock.'),
});
export type NewLot = z.output<typeof NewLot>;

export const LotRevision = LotDraft.extend({
  version: versionSeen.optional(),
  /** Removes the certificate, unless the form includes a new one. */
  without_certificate: z.literal('yes', { error: 'Send yes or leave this out.' }).optional(),
});
export type LotRevision = z.output<typeof LotRevision>;

const CurrentLot = z.object({
  lot_id: z
    .int('Send a lot id, or null for none.')
    .min(1, 'Send a lot id, or null for none.')
    // Ids beyond the database's range become 0, which matches nothing.
    .transform((id) => (id > MAX_ID ? 0 : id))
    .nullable(),
});

const Lots = z.object({
  data: z.array(ManagedLot),
  /** What the product has in stock beyond its lots. */
  pounds_without_lot: z.int(),
});

export const lotEndpoints = {
  'GET /api/products/admin/:id/lots': {
    summary: "A product's lots, newest first",
    for: 'admin',
    params: IdParams,
    response: Lots,
  },
  'POST /api/products/admin/:id/lots': {
    summary: 'Add a lot to a product',
    for: 'admin',
    params: IdParams,
    form: NewLot,
    certificate: 'optional',
    response: dataOf(ManagedLot),
  },
  'PUT /api/products/admin/:id/current-lot': {
    summary: 'Set the lot a product is sold from first, or none; if no lot has pounds yet, it gets all of them',
    for: 'admin',
    params: IdParams,
    body: CurrentLot,
    response: Lots,
  },
  'PUT /api/lots/admin/:id': {
    summary: 'Update a lot; keeps the old certificate if none is sent',
    for: 'admin',
    params: IdParams,
    form: LotRevision,
    certificate: 'optional',
    current: ManagedLot,
    response: dataOf(ManagedLot),
  },
  'DELETE /api/lots/admin/:id': {
    summary: 'Delete a lot without pounds that no order uses',
    for: 'admin',
    params: IdParams,
    current: ManagedLot,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
