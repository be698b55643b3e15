import type { Settings } from '#contracts/setting-sections.ts';

/** The price of the nearest row that reaches so far, and of those the lightest that carries so much. Undefined if none does. */
export function estimateFreight(
  rows: Settings['freight']['rows'],
  { miles, pounds }: { miles: number; pounds: number },
): number | undefined {
  const covering = rows.filter((row) => row.miles >= miles && row.pounds >= pounds);
  return covering.toSorted((a, b) => a.miles - b.miles || a.pounds - b.pounds)[0]?.price;
}
