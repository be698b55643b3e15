import { z } from 'zod';
import { type CallTable, one } from './call.ts';
import { statuses } from './ordering-rules.ts';

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

export const figureCalls = {
  'GET /api/dashboard/admin': {
    summary: 'The figures of the dashboard',
    for: 'admin',
    reply: one(Dashboard),
  },
} as const satisfies CallTable;
