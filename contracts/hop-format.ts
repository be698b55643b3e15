// Formats weights, lab values and stock levels.
import { withCommas } from './money.ts';

/** Upper bound for any weight; more than the farm can grow. */
export const MAX_POUNDS = 1_000_000;

/** At this storage index about 10% of the acids are lost. */
const STORED = 0.31;
const FRESH = 0.25;

/** 10.6 */
export const oneDecimal = (value: number): string => value.toFixed(1);
export const formatPercent = (value: number): string => `${oneDecimal(value)}%`;
/** 1.6 mL/100 g, without a break after the slash. */
export const formatMilliliters = (value: number): string => `${oneDecimal(value)} mL/100\u00a0g`;
export const formatPounds = (value: number): string => `${withCommas(value)} ${value === 1 ? 'lb' : 'lbs'}`;

/** Pellets T-90 -> pellets T-90 */
export const formInText = (form: string): string => form.charAt(0).toLowerCase() + form.slice(1);

export const onlyLeftMessage = (left: number, name: string): string =>
  `Only ${formatPounds(left)} of ${name} ${left === 1 ? 'is' : 'are'} left.`;

/** 0.26, or 0.275 when there is a third decimal. */
export const formatStorageIndex = (value: number): string => value.toFixed(3).replace(/0$/, '');

export function describeStorageIndex(value: number): string {
  if (value <= FRESH) return 'fresh';
  return value < STORED ? 'less than 10% of the acids lost' : '10% or more of the acids lost';
}

/** `low` is the limit that the owner set. */
export function describeStock(stock: number, low: number, hasLot: boolean): string {
  if (stock === 0) return 'Sold out until the next lot is bagged.';
  if (stock < low) return `Only ${formatPounds(stock)} left${hasLot ? ' of this lot' : ''}.`;
  return `${formatPounds(stock)} bagged and in the cold room.`;
}
