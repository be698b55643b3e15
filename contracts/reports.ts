import { z } from 'zod';
import { dataOf, type EndpointTable, FarmDay } from './endpoint.ts';
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
    /** Decimal strings. What the books say was sold, less what was taken back. */
    total_revenue: z.string(),
    average_order_value: z.string(),
    top_products: z.array(z.object({ id: z.int(), name: z.string(), quantity: z.int(), revenue: z.number() })),
  }),
  to_do: z.object({
    to_pack: z.int(),
    to_hand_over: z.int(),
    payments_to_look_at: z.int(),
    /** Ids of canceled orders whose money has not been given back, oldest first, up to 20. */
    to_refund: z.array(z.int()),
    /** Invoices that are open past their due date. */
    overdue: z.object({ invoices: z.int(), amount: z.number() }),
    /** Customers whose resale certificate has expired or soon will. */
    resale_certificates: z.int(),
    /** Customers on terms who have not followed the link that confirms their account, up to 20. */
    accounts_to_confirm: z.array(z.object({ id: z.int(), name: z.string() })),
    /** Emails of the last seven days that were given up. */
    undelivered_emails: z.int(),
  }),
  /** Null if there is none yet. */
  last_backup_at: z.iso.datetime().nullable(),
});
export type Dashboard = z.output<typeof Dashboard>;

export const SalesQuery = z
  .object({
    range: z.enum(ranges, { error: 'The range must be 30d, harvest, all or custom.' }).default('30d'),
    from: FarmDay.optional(),
    to: FarmDay.optional(),
  })
  .superRefine(({ range, from, to }, context) => {
    const addError = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (range !== 'custom') return;
    if (!from) addError('from', 'Enter the first day.');
    if (!to) addError('to', 'Enter the last day.');
    if (from && to && from > to) addError('to', "The last day can't be before the first.");
    if (from && to && from <= to && countDays({ from, to }) > 3660) addError('to', 'The range can be up to ten years.');
  });
export type SalesQuery = z.output<typeof SalesQuery>;

const Totals = z.object({ revenue: z.number(), pounds: z.int(), orders: z.int() });

export const Sales = z.object({
  from: z.string(),
  to: z.string(),
  total: Totals,
  /** How much of it is invoiced and not paid yet. */
  open: z.number(),
  /** The preceding range of the same length; null for all time. */
  before: Totals.nullable(),
  /** The same days a year earlier; null for ranges of more than a year. */
  last_year: Totals.nullable(),
  periods: z.array(Totals.extend({ from: z.string(), to: z.string(), last_year: Totals.nullable() })),
  products: z.array(z.object({ id: z.int(), name: z.string(), revenue: z.number(), pounds: z.int() })),
  statuses: z.array(z.object({ status: z.enum(statuses), orders: z.int() })),
});
export type Sales = z.output<typeof Sales>;

export const reportEndpoints = {
  'GET /api/sales': {
    summary: 'Revenue and pounds for a date range, by period, product and status',
    for: 'admin',
    query: SalesQuery,
    response: dataOf(Sales),
  },
  'GET /api/dashboard/admin': {
    summary: 'Dashboard numbers',
    for: 'admin',
    response: dataOf(Dashboard),
  },
} as const satisfies EndpointTable;
