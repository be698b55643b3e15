// When the days of the farm begin. With Temporal, which browsers of the last years lack.
import { farmTimeZone } from '#contracts/dates.ts';
import { addDays, type DayRange } from '#contracts/sales-range.ts';

/** The first moment of a day. */
export const startOfFarmDay = (day: string): string =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(farmTimeZone()).epochMilliseconds).toISOString();

/** From the first moment of these days to the first one after them. */
export const timesOf = ({ from, to }: DayRange): { from: string; to: string } => ({
  from: startOfFarmDay(from),
  to: startOfFarmDay(addDays(to, 1)),
});
