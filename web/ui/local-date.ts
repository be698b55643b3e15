// Dates in the back office, in the reader's time zone and format: 11/17/2026, 2:00 PM.

export const localDate = (iso: string): string => new Date(iso).toLocaleDateString();

export const localDateTime = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit' },
  });

/** A calendar day, such as the day of a test, is the same everywhere. */
export const localDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { timeZone: 'UTC' });
