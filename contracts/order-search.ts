import { z } from 'zod';
import { Day } from './day.ts';
import { type EndpointTable, OrderCursor } from './endpoint.ts';
import { statuses } from './ordering-rules.ts';
import { ListedOrder } from './orders.ts';

const MAX_LENGTH = 100;

export const OrderSearch = z
  .object({
    /** Words of the name, e-mail, phone or payment id, or an order id; all of them must fit. */
    q: z
      .string('Search for one text.')
      .trim()
      .max(MAX_LENGTH, `The text may have ${MAX_LENGTH} characters at most.`)
      .optional(),
    status: z.enum(statuses, { error: `The status must be one of ${statuses.join(', ')}.` }).optional(),
    /** Days of the farm, both included. */
    from: Day.optional(),
    to: Day.optional(),
    /** Only orders older or newer than this one: how one turns pages, whatever is ordered meanwhile. */
    before: OrderCursor.optional(),
    after: OrderCursor.optional(),
  })
  .superRefine(({ from, to, before, after }, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (from && to && from > to) say('to', 'The last day must not be before the first.');
    if (before !== undefined && after !== undefined) say('after', 'Look before an order or after one, not both.');
  });
export type OrderSearch = z.output<typeof OrderSearch>;

export const FoundOrders = z.object({
  data: z.array(ListedOrder),
  /** What `before` and `after` have to be for the pages beside this one; null where there is nothing more. */
  older: z.int().nullable(),
  newer: z.int().nullable(),
  /** The search was hard and stopped for now; it goes on at `older` or `newer`. */
  unfinished: z.boolean(),
});
export type FoundOrders = z.output<typeof FoundOrders>;

export const orderSearchEndpoints = {
  'GET /api/orders/search': {
    summary: 'Orders by name, e-mail, phone, order id, payment id, status and day, newest first',
    for: 'admin',
    query: OrderSearch,
    response: FoundOrders,
  },
} as const satisfies EndpointTable;
