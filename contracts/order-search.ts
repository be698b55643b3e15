import { z } from 'zod';
import { type EndpointTable, FarmDay, OrderCursor } from './endpoint.ts';
import { statuses } from './ordering-rules.ts';
import { ListedOrder } from './orders.ts';

const MAX_LENGTH = 100;

export const OrderSearch = z
  .object({
    /** Words from the name, email, phone or payment id, or an order id. All must match. */
    q: z
      .string('Search for a single text.')
      .trim()
      .max(MAX_LENGTH, `The text can be up to ${MAX_LENGTH} characters.`)
      .optional(),
    status: z.enum(statuses, { error: `The status must be one of ${statuses.join(', ')}.` }).optional(),
    /** Farm days, inclusive. */
    from: FarmDay.optional(),
    to: FarmDay.optional(),
    /** Cursors: only orders older or newer than this id, so new orders don't shift the pages. */
    before: OrderCursor.optional(),
    after: OrderCursor.optional(),
  })
  .superRefine(({ from, to, before, after }, context) => {
    const addError = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (from && to && from > to) addError('to', "The last day can't be before the first.");
    if (before !== undefined && after !== undefined) addError('after', 'Use before or after, not both.');
  });
export type OrderSearch = z.output<typeof OrderSearch>;

export const OrderSearchResults = z.object({
  data: z.array(ListedOrder),
  /** Cursors for the neighboring pages; null if there is none. */
  older: z.int().nullable(),
  newer: z.int().nullable(),
  /** The search hit its time limit; continue from `older` or `newer`. */
  unfinished: z.boolean(),
});
export type OrderSearchResults = z.output<typeof OrderSearchResults>;

export const orderSearchEndpoints = {
  'GET /api/orders/search': {
    summary: 'Orders by name, email, phone, order id, payment id, status and day, newest first',
    for: 'admin',
    query: OrderSearch,
    response: OrderSearchResults,
  },
} as const satisfies EndpointTable;
