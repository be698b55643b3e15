import { z } from 'zod';
import { Day } from './day.ts';
import { dataOf, type EndpointTable } from './endpoint.ts';
import { statuses } from './ordering-rules.ts';
import { countDays, ranges } from './sales-range.ts';

export const Dashboard = z.object({
  products: z.object({ total: z.int(), low_stock: z.int() }),
  orders: z.object({
    total: z.int(),
    by_status: z.array(z.object({ status: z.enum(statuses), count: z.int() })),
    /** Placed in the last seven days. */
    recent: z.int(),
  }),
  sales: z.object({
    /** Decimal strings. Paid, ready and completed orders count. */
    total_revenue: z.string(),
    average_order_value: z.string(),
    top_products: z.array(z.object({ id: z.int(), name: z.string(), quantity: z.int(), revenue: z.number() })),
  }),
  to_do: z.object({ to_pack: z.int(), to_hand_over: z.int(), payments_to_look_at: z.int() }),
});
export type Dashboard = z.output<typeof Dashboard>;

export const SalesQuery = z
  .object({
    range: z.enum(ranges, { error: 'The range must be 30d, harvest, all or custom.' }).default('30d'),
    from: Day.optional(),
    to: Day.optional(),
  })
  .superRefine(({ range, from, to }, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (range !== 'custom') return;
    if (!from) say('from', 'Say the first day.');
    if (!to) say('to', 'Say the last day.');
    if (from && to && from > to) say('to', 'The last day must not be before the first.');
    if (from && to && from <= to && countDays({ from, to }) > 3660) say('to', 'The range may have ten years at most.');
  });
export type SalesQuery = z.output<typeof SalesQuery>;

const Sum = z.object({ revenue: z.number(), pounds: z.int(), orders: z.int() });

export const Sales = z.object({
  from: z.string(),
  to: z.string(),
  total: Sum,
  /** The same number of days before; null for all time. */
  before: Sum.nullable(),
  periods: z.array(Sum.extend({ from: z.string(), to: z.string() })),
  products: z.array(z.object({ id: z.int(), name: z.string(), revenue: z.number(), pounds: z.int() })),
  statuses: z.array(z.object({ status: z.enum(statuses), orders: z.int(), amount: z.number() })),
});
export type Sales = z.output<typeof Sales>;

export const reportEndpoints = {
  'GET /api/sales': {
    summary: 'Revenue and pounds of a range of days, by period, product and status',
    for: 'admin',
    query: SalesQuery,
    response: dataOf(Sales),
  },
  'GET /api/dashboard/admin': {
    summary: 'The figures of the dashboard',
    for: 'admin',
    response: dataOf(Dashboard),
  },
} as const satisfies EndpointTable;
