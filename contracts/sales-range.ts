// The date ranges of the sales page. Days are in the farm's time zone, written 2026-09-12.
export const ranges = ['30d', 'harvest', 'all', 'custom'] as const;
export type RangeName = (typeof ranges)[number];
export type DayRange = { from: string; to: string };

/** The harvest year starts when picking does. */
const HARVEST_MONTH = 8;
const DAY_MS = 86_400_000;

export function rangeFor(name: Exclude<RangeName, 'custom'>, today: string, firstDay: string): DayRange {
  switch (name) {
    case '30d':
      return { from: addDays(today, -29), to: today };
    case 'harvest': {
      const [year = 0, month = 0] = today.split('-').map(Number);
      const start = month >= HARVEST_MONTH ? year : year - 1;
      return { from: `${start}-${String(HARVEST_MONTH).padStart(2, '0')}-01`, to: today };
    }
    case 'all':
      return { from: firstDay < today ? firstDay : today, to: today };
  }
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export function listDays({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

export const countDays = ({ from, to }: DayRange): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;

/** The range of the same length right before this one. */
export const previousRange = (range: DayRange): DayRange => ({
  from: addDays(range.from, -countDays(range)),
  to: addDays(range.from, -1),
});

/** The same days a year earlier. A February 29 back then counts with the 28th, so that periods add up to their range. */
export const yearBefore = ({ from, to }: DayRange): DayRange => ({
  from: dayYearBefore(from),
  to: addDays(dayYearBefore(addDays(to, 1)), -1),
});

function dayYearBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year - 1, month - 1, date)).toISOString().slice(0, 10);
}

/** Days, weeks or months, depending on the length, to keep the chart readable. */
export function splitIntoPeriods(range: DayRange): DayRange[] {
  const length = countDays(range);
  if (length > 400) return splitIntoMonths(range);
  const step = length > 45 ? 7 : 1;
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => {
    const from = addDays(range.from, index * step);
    const to = addDays(from, step - 1);
    return { from, to: to < range.to ? to : range.to };
  });
}

function splitIntoMonths({ from, to }: DayRange): DayRange[] {
  const periods: DayRange[] = [];
  for (let start = from; start <= to; ) {
    const [year = 0, month = 0] = start.split('-').map(Number);
    const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    const last = addDays(next, -1);
    periods.push({ from: start, to: last < to ? last : to });
    start = next;
  }
  return periods;
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
