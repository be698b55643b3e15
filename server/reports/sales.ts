// Sales of a range of days.
import { farmDay } from '#contracts/dates.ts';
import { cents, toDollars } from '#contracts/money.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import type { Sales, SalesQuery } from '#contracts/reports.ts';
import {
  countDays,
  type DayRange,
  listDays,
  previousRange,
  rangeFor,
  splitIntoPeriods,
  yearBefore,
} from '#contracts/sales-range.ts';
import type { DaySales, Days } from '#server/books/day-totals.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { timesOf } from '#server/farm-days.ts';
import { addUp, addUpProducts } from './add-up.ts';
import * as store from './reports.store.ts';

export type SalesReport = ReturnType<typeof createSales>;

type Deps = { database: Database; days: Pick<Days, 'salesIn'>; now: Clock };

export function createSales({ database: { db }, days: { salesIn }, now }: Deps) {
  return { sales, resolveRange };

  async function sales(query: SalesQuery): Promise<{ data: Sales }> {
    const range = await resolveRange(query);
    const hasYearBefore = countDays(range) <= 366;
    const [days, before, lastYear, names, countOf, open] = await Promise.all([
      salesIn(range),
      query.range === 'all' ? undefined : salesIn(previousRange(range)),
      hasYearBefore ? salesIn(yearBefore(range)) : undefined,
      store.listProductNames(db),
      store.countByStatus(db, timesOf(range)),
      store.openCents(db, range),
    ]);
    const totalsIn = totalsOf(days);
    const totalsYearBefore = lastYear && totalsOf(lastYear);
    return {
      data: {
        ...range,
        total: totalsIn(range),
        open: money(open),
        before: before ? inDollars(before) : null,
        last_year: totalsYearBefore?.(yearBefore(range)) ?? null,
        periods: splitIntoPeriods(range).map((period) => ({
          ...period,
          ...totalsIn(period),
          last_year: totalsYearBefore?.(yearBefore(period)) ?? null,
        })),
        products: addUpProducts(days, names).map(({ amount_cents, ...product }) => ({
          ...product,
          revenue: money(amount_cents),
        })),
        statuses: statuses.map((status) => ({ status, orders: countOf(status) })),
      },
    };
  }

  async function resolveRange({ range, from, to }: SalesQuery): Promise<DayRange> {
    if (range === 'custom') return { from: from ?? '', to: to ?? '' };
    const today = farmDay(now().toISOString());
    const first = range === 'all' ? await store.firstOrderAt(db) : undefined;
    return rangeFor(range, today, first ? farmDay(first) : today);
  }
}

/** Looks up the days of each period: there may be thousands of days, and a hundred periods. */
function totalsOf(days: DaySales[]): (period: DayRange) => Sales['total'] {
  const byDay = new Map(days.map((each) => [each.day, each]));
  return (period) => inDollars(listDays(period).flatMap((day) => byDay.get(day) ?? []));
}

/** Adds in cents and converts to dollars once. */
function inDollars(days: DaySales[]): Sales['total'] {
  const { amount_cents, pounds, orders } = addUp(days);
  return { revenue: money(amount_cents), pounds, orders };
}

/** Negative where more was refunded than sold. */
const money = (amount: number) => Math.sign(amount) * toDollars(cents(Math.abs(amount)));
