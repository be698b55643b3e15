import { z } from 'zod';
import { dataOf, type EndpointTable, MAX_ID } from './endpoint.ts';
import { Lot } from './lots.ts';
import { TO_PACK_MAX } from './orders.ts';

/** What is printed on one bag. */
export const Label = z.object({
  order_id: z.int(),
  hop: z.string(),
  /** Of this bag. */
  pounds: z.number(),
  /** This bag of those of its order. */
  bag: z.int(),
  bags: z.int(),
  lot: Lot.pick({ number: true, harvest_year: true, form: true, alpha_acid: true, tested_on: true })
    // The absolute URL of the lot's page.
    .extend({ url: z.string() })
    .nullable(),
});
export type Label = z.output<typeof Label>;

const ORDERS = `Send the ids of 1 to ${TO_PACK_MAX} orders, separated by commas.`;

export const labelEndpoints = {
  'GET /api/orders/labels': {
    summary: `The labels of the bags of up to ${TO_PACK_MAX} orders`,
    for: 'admin',
    query: z.object({
      orders: z
        .string(ORDERS)
        .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, ORDERS)
        .transform((text) => [...new Set(text.split(',').map(Number))])
        .refine((ids) => ids.length <= TO_PACK_MAX && ids.every((id) => id <= MAX_ID), ORDERS)
        .meta({ example: '1042,1043' }),
    }),
    response: dataOf(z.array(Label)),
  },
} as const satisfies EndpointTable;
