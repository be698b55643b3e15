// Sales of a range of days: read off the kept totals, so that a year of many orders costs no more than one of few.
import { dayAtTheFarm } from '../../contracts/dates.ts';
import type { Sales, SalesQuery } from '../../contracts/figures.ts';
import { cents, dollarsOf } from '../../contracts/money.ts';
import { statuses } from '../../contracts/ordering-rules.ts';
import { type DayRange, periodsIn, rangeBefore, rangeOf } from '../../contracts/sales-range.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';

type Totals = Pick<
  typeof import('../orders/totals.store.ts'),
  'bought' | 'salesByDay' | 'salesByProduct' | 'ordersByDay' | 'firstDay'
>;
type Sum = Sales['total'];

export function createSales({ database: { db }, totals, now }: { database: Database; totals: Totals; now: Clock }) {
  return { sales, daysOf };

  async function sales(query: SalesQuery): Promise<{ data: Sales }> {
    const range = await daysOf(query);
    const [days, before, products, byStatus] = await Promise.all([
      sumsByDay(range),
      query.range === 'all' ? undefined : sumsByDay(rangeBefore(range)),
      totals.salesByProduct(db, range),
      totals.ordersByDay(db, range),
    ]);
    const within = ({ from, to }: DayRange) => sumOf([...days].filter(([day]) => day >= from && day <= to));
    return {
      data: {
        ...range,
        total: within(range),
        before: before ? sumOf([...before]) : null,
        periods: periodsIn(range).map((period) => ({ ...period, ...within(period) })),
        products: products.map(({ amount_cents, ...product }) => ({ ...product, revenue: money(amount_cents) })),
        statuses: statuses.map((status) => {
          const own = byStatus.filter((each) => each.status === status);
          return {
            status,
            orders: own.reduce((sum, { orders }) => sum + orders, 0),
            amount: money(own.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
          };
        }),
      },
    };
  }

  async function daysOf({ range, from, to }: SalesQuery): Promise<DayRange> {
    if (range === 'custom') return { from: from ?? '', to: to ?? '' };
    const today = dayAtTheFarm(now().toISOString());
    return rangeOf(range, today, range === 'all' ? ((await totals.firstDay(db)) ?? today) : today);
  }

  async function sumsByDay(range: DayRange): Promise<Map<string, Sum>> {
    const [sold, orders] = await Promise.all([totals.salesByDay(db, range), totals.ordersByDay(db, range)]);
    const days = new Map<string, Sum>();
    const at = (day: string) => days.get(day) ?? { revenue: 0, pounds: 0, orders: 0 };
    for (const { day, pounds, amount_cents } of sold) days.set(day, { ...at(day), pounds, revenue: amount_cents });
    for (const { day, status, orders: count } of orders)
      if (totals.bought.some((each) => each === status)) days.set(day, { ...at(day), orders: at(day).orders + count });
    return days;
  }
}

/** Cents are added up as cents and shown as dollars once. */
function sumOf(days: [string, Sum][]): Sum {
  const add = (field: keyof Sum) => days.reduce((sum, [, each]) => sum + each[field], 0);
  return { revenue: money(add('revenue')), pounds: add('pounds'), orders: add('orders') };
}

const money = (amount: number) => dollarsOf(cents(amount));
