// Bitterness after Glenn Tinseth, and the units brewers use. Weights in grams, volumes in liters.

const GRAMS_PER_OUNCE = 28.349_523_125;
const LITERS_PER_GALLON = 3.785_411_784;
export const GRAMS_PER_POUND = 16 * GRAMS_PER_OUNCE;

export type Units = 'us' | 'metric';
export type Batch = { liters: number; gravity: number };
/** `alpha` in percent. */
export type Addition = { grams: number; alpha: number; minutes: number };

/** The share of the alpha acids that ends up in the beer. */
export const utilization = (gravity: number, minutes: number): number =>
  (1.65 * 0.000_125 ** (gravity - 1) * (1 - Math.exp(-0.04 * minutes))) / 4.15;

/** Alpha acids in milligrams per liter, times the share that is used. */
export const ibuOf = ({ grams, alpha, minutes }: Addition, { liters, gravity }: Batch): number =>
  (utilization(gravity, minutes) * alpha * grams * 10) / liters;

/** The grams that give this much bitterness; infinite if the hops are not boiled. */
export const gramsFor = (ibu: number, addition: Omit<Addition, 'grams'>, batch: Batch): number =>
  ibu / ibuOf({ ...addition, grams: 1 }, batch);

/** From degrees Plato to specific gravity. */
export const fromPlato = (plato: number): number => 1 + plato / (258.6 - (plato / 258.2) * 227.1);

export const toPlato = (gravity: number): number =>
  -616.868 + 1111.14 * gravity - 630.272 * gravity ** 2 + 135.997 * gravity ** 3;

export const unitNames = {
  us: { volume: 'gallons', weight: 'oz', gravity: 'original gravity' },
  metric: { volume: 'liters', weight: 'g', gravity: 'degrees Plato' },
} as const;

export const toLiters = (volume: number, units: Units): number =>
  units === 'us' ? volume * LITERS_PER_GALLON : volume;
export const fromLiters = (liters: number, units: Units): number =>
  units === 'us' ? liters / LITERS_PER_GALLON : liters;
export const toGrams = (weight: number, units: Units): number => (units === 'us' ? weight * GRAMS_PER_OUNCE : weight);
export const fromGrams = (grams: number, units: Units): number => (units === 'us' ? grams / GRAMS_PER_OUNCE : grams);
export const toGravity = (typed: number, units: Units): number => (units === 'us' ? typed : fromPlato(typed));
export const fromGravity = (gravity: number, units: Units): number => (units === 'us' ? gravity : toPlato(gravity));

/** Hops are sold in whole pounds: how many to order, and what is left over. */
export function wholePoundsFor(grams: number): { pounds: number; leftover: number } {
  // A hair more than a pound, from rounding, is still a pound.
  const pounds = Math.max(0, Math.ceil(grams / GRAMS_PER_POUND - 1e-9));
  return { pounds, leftover: pounds * GRAMS_PER_POUND - grams };
}
