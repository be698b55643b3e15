// The harvest board: what is coming, when, and how much.
import { z } from 'zod';
import { dollars } from './dollars.ts';
import { dataOf, type EndpointTable, FarmDay, IdParams, MAX_ID, MessageResponse } from './endpoint.ts';
import { harvestKinds, harvestStatuses } from './harvest-steps.ts';
import { MAX_POUNDS } from './hop-format.ts';

const NOTE_MAX = 300;
const MAX_PRICE = 100_000;
const MAX_DAYS = 31;
const POUNDS = 'Pounds must be a whole number from 1 to 1,000,000.';
const PERCENT = 'The deposit must be a whole number from 1 to 100 percent.';
const TIME = 'Enter the time as HH:MM.';

/** When wet hops of a harvest can be picked up. */
const PickupDay = z.object({
  id: z.int(),
  day: z.string(),
  /** Farm time, such as 08:00. */
  from: z.string(),
  to: z.string(),
  /** Pounds that can still be reserved for it. */
  left: z.int(),
});
export type PickupDay = z.output<typeof PickupDay>;

const Harvest = z.object({
  id: z.int(),
  product_id: z.int(),
  hop: z.string(),
  slug: z.string(),
  kind: z.enum(harvestKinds),
  status: z.enum(harvestStatuses),
  /** The day we expect to pick it. */
  expected_on: z.string(),
  pounds: z.int(),
  /** Dollars per pound. */
  price: z.number(),
  note: z.string(),
  /** What buyers pay to reserve, of the price; null if they can't reserve. */
  deposit_percent: z.int().nullable(),
  /** Pounds that can be reserved now. */
  left: z.int(),
  /** Of wet hops that can be reserved. */
  days: z.array(PickupDay),
  updated_at: z.iso.datetime(),
});
export type Harvest = z.output<typeof Harvest>;

export const ManagedHarvest = Harvest.extend({
  /** How many get an email when its day changes. */
  followers: z.int(),
  /** Pounds that buyers reserved. */
  reserved: z.int(),
  days: z.array(PickupDay.extend({ pounds: z.int(), reserved: z.int() })),
  /** Whether visitors do not see it, because its product was deleted. */
  hidden: z.boolean(),
  /** Incremented by each edit. */
  version: z.int(),
});
export type ManagedHarvest = z.output<typeof ManagedHarvest>;

const time = z.string(TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME);
const expectedDay = FarmDay.refine((day) => day >= '2000' && day < '2101', 'Enter a year from 2000 to 2100.');
const pounds = z.int(POUNDS).min(1, POUNDS).max(MAX_POUNDS, POUNDS);

const DraftDay = z
  .object({
    /** Of a day that exists already. */
    id: z.int().min(1).max(MAX_ID).optional(),
    day: expectedDay,
    from: time,
    to: time,
    /** How much can be picked up on it. */
    pounds,
  })
  .refine(({ from, to }) => from < to, { error: 'The window must end after it begins.', path: ['to'] });
export type DraftDay = z.output<typeof DraftDay>;

const HarvestDraft = z.object({
  product_id: z.int('Choose a hop.').min(1, 'Choose a hop.').max(MAX_ID, 'Choose a hop.'),
  kind: z.enum(harvestKinds, { error: 'Choose wet or dried.' }),
  status: z.enum(harvestStatuses, { error: `The status must be one of ${harvestStatuses.join(', ')}.` }),
  expected_on: expectedDay,
  pounds,
  price: dollars('Price', { max: MAX_PRICE }),
  note: z
    .string('The note must be text.')
    .trim()
    .max(NOTE_MAX, `The note can be up to ${NOTE_MAX} characters.`)
    .default(''),
  /** Null: buyers can't reserve. */
  deposit_percent: z.int(PERCENT).min(1, PERCENT).max(100, PERCENT).nullable().default(null),
  /** Pickup days of wet hops. A day that is left out is removed. */
  days: z
    .array(DraftDay, 'Send the pickup days as a list.')
    .max(MAX_DAYS, `A harvest can have up to ${MAX_DAYS} pickup days.`)
    .default([]),
});
export type HarvestDraft = z.output<typeof HarvestDraft>;
/** With dollars, as it is sent. */
export type SentHarvest = z.input<typeof HarvestDraft>;

export const harvestEndpoints = {
  'GET /api/harvests': {
    summary: 'The harvest board: what is coming, by day',
    response: z.object({ data: z.array(Harvest) }),
  },
  'GET /api/harvests/:id': {
    summary: 'One harvest on the board',
    params: IdParams,
    response: dataOf(Harvest),
  },
  'GET /api/harvests/admin': {
    summary: 'The harvest board with who follows each harvest',
    for: 'admin',
    response: z.object({ data: z.array(ManagedHarvest) }),
  },
  'POST /api/harvests/admin': {
    summary: 'Put a harvest on the board',
    for: 'admin',
    body: HarvestDraft,
    response: dataOf(ManagedHarvest),
    errors: { 404: 'The product does not exist' },
  },
  'PUT /api/harvests/admin/:id': {
    summary:
      'Change a harvest and its pickup days; a new day is emailed to everyone who follows it or reserved, with a calendar entry',
    for: 'admin',
    params: IdParams,
    body: HarvestDraft.omit({ product_id: true }).extend({
      version: z.int('Send the version you started from.').min(1).max(MAX_ID),
    }),
    current: ManagedHarvest,
    response: dataOf(ManagedHarvest),
  },
  'DELETE /api/harvests/admin/:id': {
    summary: 'Take a harvest off the board; unless it is ready, everyone who follows it gets an email',
    for: 'admin',
    params: IdParams,
    response: MessageResponse,
    errors: { 409: 'Buyers have reserved some of it' },
  },
} as const satisfies EndpointTable;
