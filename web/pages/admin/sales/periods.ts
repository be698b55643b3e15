import { formatShortDay } from '#contracts/dates.ts';
import { signedDollars } from '#contracts/money.ts';
import type { Sales } from '#contracts/reports.ts';
import { countDays } from '#contracts/sales-range.ts';

export type Period = Sales['periods'][number];
export type Unit = 'day' | 'week' | 'month';

export function unitOf(periods: Period[]): Unit {
  const longest = Math.max(...periods.map(countDays));
  if (longest > 7) return 'month';
  return longest > 1 ? 'week' : 'day';
}

/** Sep 12 or, for a month, Sep 2026. */
export function periodName({ from }: Period, unit: Unit): string {
  return formatShortDay(from).replace(unit === 'month' ? / \d+,/ : /, \d+$/, '');
}

/** The period with the most revenue, if there is any. */
export function bestOf(periods: Period[]): Period | undefined {
  const highest = Math.max(...periods.map(({ revenue }) => revenue));
  return highest > 0 ? periods.find(({ revenue }) => revenue === highest) : undefined;
}

export const hasLastYear = (periods: Period[]): boolean =>
  periods.some(({ last_year }) => (last_year?.orders ?? 0) !== 0);

/** One bar of the chart in words. */
export function describePeriod(period: Period, unit: Unit): string {
  const name = unit === 'week' ? `week of ${periodName(period, unit)}` : periodName(period, unit);
  const sold = `${signedDollars(period.revenue)}, ${period.pounds.toLocaleString('en-US')} lbs`;
  if (!period.last_year) return `${name}: ${sold}`;
  return `${name}: ${sold}; a year earlier ${signedDollars(period.last_year.revenue)}`;
}
