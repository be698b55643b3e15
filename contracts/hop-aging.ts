// How hops age. The hop storage index (HSI) says how much of the acids a lab found transformed: G. B. Nickerson and
// S. T. Likens, "Hop Storage Index", J. Am. Soc. Brew. Chem. 37 (1979). From the test on, alpha falls by a share a day that
// depends on the hop, the cold and the bag: M. Garetz, "Hop Storage", BrewingTechniques 2 (1994). An estimate, not a test.
import type { Lot } from './lots.ts';

/** The HSI of a hop that has lost nothing. */
const FRESH_INDEX = 0.25;
const PERCENT_PER_DECADE = 110;

/** Percent of the acids that are transformed. */
export const percentTransformed = (storage_index: number): number =>
  Math.max(0, PERCENT_PER_DECADE * Math.log10(storage_index / FRESH_INDEX));

/** The HSI at which so many percent are transformed. */
export const storageIndexAt = (percent: number): number => FRESH_INDEX * 10 ** (percent / PERCENT_PER_DECADE);

/** Percent of alpha that an average hop loses in 180 days at 20 °C in the open. Varieties lose from about 15 to 50. */
export const AVERAGE_LOSS = 35;

/** `sealed`: 0.5 in a bag that keeps out air, 1 in the open. `loss`: percent in 180 days at 20 °C. */
export type Storage = { celsius: number; sealed: number; loss: number };

/** The share of alpha that is left after so many days. Every 15 °C less halve the loss. */
export function shareLeft(days: number, { celsius, sealed, loss }: Storage): number {
  const perDay = -Math.log(1 - loss / 100) / 180;
  return Math.exp(-perDay * 2 ** ((celsius - 20) / 15) * sealed * days);
}

/** Sealed bags of an average hop. */
export const storages = {
  frozen: { celsius: -18, sealed: 0.5, loss: AVERAGE_LOSS },
  refrigerated: { celsius: 4, sealed: 0.5, loss: AVERAGE_LOSS },
  'at room temperature': { celsius: 20, sealed: 0.5, loss: AVERAGE_LOSS },
} as const;

export type Estimate = { alpha_acid: number; storage_index: number };

/** What a test on this day would probably find. */
export function estimateOn(
  today: string,
  { alpha_acid, storage_index, tested_on }: Pick<Lot, 'alpha_acid' | 'storage_index' | 'tested_on'>,
  storage: Storage = storages.refrigerated,
): Estimate {
  const left = shareLeft(daysBetween(tested_on, today), storage);
  const transformed = 100 - (100 - percentTransformed(storage_index)) * left;
  return {
    alpha_acid: alpha_acid * left,
    // An index below that of a fresh hop stays as it was measured, until the hop has aged past it.
    storage_index: Math.max(storage_index, storageIndexAt(transformed)),
  };
}

const DAY_MS = 86_400_000;

/** Never negative: a lot tested today has an age of 0 in every time zone. */
export const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));

/** 3 months, 12 days */
export function describeAge(days: number): string {
  if (days === 0) return 'today';
  if (days < 60) return days === 1 ? '1 day ago' : `${days} days ago`;
  return `about ${Math.round(days / 30.4)} months ago`;
}
