// Sales of a range of days.
import { farmDay } from '#contracts/dates.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import type { Sales, SalesQuery } from '#contracts/reports.ts';
import {
  countDays,
  type DayRange,
  previousRange,
  rangeFor,
  splitIntoPeriods,
  yearBefore,
} from '#contracts/sales-range.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import * as store from './reports.store.ts';

type Sum = Sales['total'];
type InCents = { orders: number; pounds: number; amount_cents: number };

export type SalesReport = ReturnType<typeof createSales>;

export function createSales({ database: { db }, now }: { database: Database; now: Clock }) {
  return { sales, resolveRange };

  async function sales(query: SalesQuery): Promise<{ data: Sales }> {
    const range = await resolveRange(query);
    const hasYearBefore = countDays(range) <= 366;
    const [days, before, lastYear, products, byStatus, open] = await Promise.all([
      store.revenueByDay(db, range),
      query.range === 'all' ? undefined : store.revenueByDay(db, previousRange(range)),
      hasYearBefore ? store.revenueByDay(db, yearBefore(range)) : undefined,
      store.salesByProduct(db, range),
      store.orderTotalsByStatus(db, range),
      store.openCents(db, range),
    ]);
    const totalsIn = (period: DayRange) => addUp(daysIn(days, period));
    const totalsYearBefore = (period: DayRange) => (lastYear ? addUp(daysIn(lastYear, yearBefore(period))) : null);
    return {
      data: {
        ...range,
        total: totalsIn(range),
        open: money(open),
        before: before ? addUp(before) : null,
        last_year: totalsYearBefore(range),
        periods: splitIntoPeriods(range).map((period) => ({
          ...period,
          ...totalsIn(period),
          last_year: totalsYearBefore(period),
        })),
        products: products.map(({ amount_cents, ...product }) => ({ ...product, revenue: money(amount_cents) })),
        statuses: statuses.map((status) => {
          const { orders = 0, amount_cents = 0 } = byStatus.find((each) => each.status === status) ?? {};
          return { status, orders, amount: money(amount_cents) };
        }),
      },
    };
  }

  async function resolveRange({ range, from, to }: SalesQuery): Promise<DayRange> {
    if (range === 'custom') return { from: from ?? '', to: to ?? '' };
    const today = farmDay(now().toISOString());
    return rangeFor(range, today, range === 'all' ? ((await store.firstDay(db)) ?? today) : today);
  }
}

const daysIn = <Row extends { day: string }>(rows: Row[], { from, to }: DayRange) =>
  rows.filter(({ day }) => day >= from && day <= to);

/** Adds in cents and converts to dollars once. */
function addUp(rows: InCents[]): Sum {
  const add = (field: keyof InCents) => rows.reduce((sum, each) => sum + each[field], 0);
  return { revenue: money(add('amount_cents')), pounds: add('pounds'), orders: add('orders') };
}

/** Negative where more was refunded than sold. */
const money = (amount: number) => Math.sign(amount) * toDollars(cents(Math.abs(amount)));
