import { z } from 'zod';
import { hopForms } from '#content/hop-forms.ts';
import { dataOf, type EndpointTable, IdParams, MAX_ID, MessageResponse } from './endpoint.ts';
import { numericText, percentage, versionSeen } from './product-fields.ts';
import { isDay } from './sales-range.ts';

/** A harvest batch, with what the lab found in it. */
export const Lot = z.object({
  id: z.int(),
  number: z.string(),
  harvest_year: z.int(),
  form: z.string(),
  /** Percent. */
  moisture: z.number(),
  /** The hop storage index, HSI. */
  storage_index: z.number(),
  /** A day of the farm: 2026-09-12. */
  tested_on: z.string(),
  alpha_acid: z.number(),
  beta_acid: z.number(),
  total_oil: z.number(),
  /** Root-relative path of the certificate of analysis, a PDF file. */
  certificate_url: z.string().nullable(),
});
export type Lot = z.output<typeof Lot>;

export const ManagedLot = Lot.extend({
  product_id: z.int(),
  /** Whether orders that are placed now get it. One lot of a product is current, or none. */
  current: z.boolean(),
  /** How many orders are on its recall sheet. */
  orders: z.int(),
  /** Sold and not given back. */
  pounds: z.int(),
  /** Raised with each edit. */
  version: z.int(),
});
export type ManagedLot = z.output<typeof ManagedLot>;

const FIRST_YEAR = 2000;
const YEAR = `Harvest Year must be a year from ${FIRST_YEAR}.`;
const STORAGE_INDEX = 'Storage Index must be a number from 0 to 2 with at most three decimals.';
const NUMBER = 'Lot Number may have letters, digits, spaces and . _ / - only, and 40 of them at most.';

export const LotDraft = z.object({
  // Plain letters: it is written on bags and in the names of files, and upper and lower case are the same.
  number: z
    .string('Lot Number is required.')
    .trim()
    .min(1, { error: 'Lot Number is required.', abort: true })
    .regex(/^[a-z\d](?:[a-z\d ._/-]{0,38}[a-z\d])?$/i, NUMBER),
  harvest_year: numericText('Harvest Year', /^\d{4}$/, YEAR).refine((year) => year >= FIRST_YEAR, YEAR),
  form: z.enum(hopForms, { error: 'Choose the form.' }),
  moisture: percentage('Moisture'),
  storage_index: numericText('Storage Index', /^(?:\d?\.\d{1,3}|\d)$/, STORAGE_INDEX).refine(
    (index) => index <= 2,
    STORAGE_INDEX,
  ),
  tested_on: z
    .string('Tested On is required.')
    .min(1, { error: 'Tested On is required.', abort: true })
    .refine(isDay, 'Say the day of the test as 2026-09-12.'),
  alpha_acid: percentage('Alpha Acid'),
  beta_acid: percentage('Beta Acid'),
  total_oil: percentage('Total Oil'),
});
export type LotDraft = z.output<typeof LotDraft>;

export const LotRevision = LotDraft.extend({
  version: versionSeen.optional(),
  /** Takes the certificate off the lot, where no other comes with the form. */
  without_certificate: z.literal('yes', { error: 'Say yes, or leave it out.' }).optional(),
});
export type LotRevision = z.output<typeof LotRevision>;

const CurrentLot = z.object({
  lot_id: z
    .int('Say which lot by its id, or null for none.')
    .min(1, 'Say which lot by its id, or null for none.')
    // Beyond what a database can hold there is nothing to find.
    .transform((id) => (id > MAX_ID ? 0 : id))
    .nullable(),
});

const Lots = z.object({ data: z.array(ManagedLot) });

export const lotEndpoints = {
  'GET /api/products/admin/:id/lots': {
    summary: 'The lots of a product, newest first',
    for: 'admin',
    params: IdParams,
    response: Lots,
  },
  'POST /api/products/admin/:id/lots': {
    summary: 'Add a lot to a product',
    for: 'admin',
    params: IdParams,
    form: LotDraft,
    certificate: 'optional',
    response: dataOf(ManagedLot),
  },
  'PUT /api/products/admin/:id/current-lot': {
    summary: 'Say which lot the product is sold from, or none',
    for: 'admin',
    params: IdParams,
    body: CurrentLot,
    response: Lots,
  },
  'PUT /api/lots/admin/:id': {
    summary: 'Correct a lot; without a new certificate it keeps the old one',
    for: 'admin',
    params: IdParams,
    form: LotRevision,
    certificate: 'optional',
    current: ManagedLot,
    response: dataOf(ManagedLot),
  },
  'DELETE /api/lots/admin/:id': {
    summary: 'Delete a lot that no order has',
    for: 'admin',
    params: IdParams,
    current: ManagedLot,
    response: MessageResponse,
  },
} as const satisfies EndpointTable;
