// What the dashboard says: figures read off the kept totals.

import { farmDay } from '#contracts/dates.ts';
import { LOW_STOCK } from '#contracts/hop-format.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import * as store from './reports.store.ts';

export type DashboardReport = ReturnType<typeof createDashboard>;

const RECENT_DAYS = 7;
const TOP = 5;

/** Sums that orders keep of themselves. */
type Totals = Pick<
  typeof import('#server/orders/index/totals.store.ts'),
  'paidStatuses' | 'byStatus' | 'since' | 'topProducts'
>;
type Parts = { database: Database; totals: Totals; now: Clock };

export function createDashboard({ database: { db }, totals, now }: Parts) {
  return { dashboard };

  async function dashboard() {
    const firstDay = farmDay(new Date(now().getTime() - (RECENT_DAYS - 1) * 86_400_000).toISOString());
    const [products, byStatus, recent, top, alarms] = await Promise.all([
      store.countProducts(db, LOW_STOCK),
      totals.byStatus(db),
      totals.since(db, firstDay),
      totals.topProducts(db, TOP),
      store.countOpenAlerts(db),
    ]);
    const countOf = (status: string) => byStatus.find((each) => each.status === status)?.orders ?? 0;
    const paidTotals = byStatus.filter(({ status }) => totals.paidStatuses.some((each) => each === status));
    const revenue = paidTotals.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const paid = paidTotals.reduce((sum, { orders }) => sum + orders, 0);
    return {
      data: {
        products,
        orders: {
          total: byStatus.reduce((sum, { orders }) => sum + orders, 0),
          by_status: statuses.map((status) => ({ status, count: countOf(status) })),
          recent,
        },
        sales: {
          total_revenue: decimal(revenue),
          average_order_value: decimal(paid === 0 ? 0 : Math.round(revenue / paid)),
          top_products: top.map(({ id, name, pounds, amount_cents }) => ({
            ...{ id, name, quantity: pounds },
            revenue: toDollars(cents(amount_cents)),
          })),
        },
        to_do: { to_pack: countOf('paid'), to_hand_over: countOf('ready'), payments_to_look_at: alarms },
      },
    };
  }
}

/** 1234.50, as the specification wants its two sums of money. */
const decimal = (amount: number): string => (amount / 100).toFixed(2);
