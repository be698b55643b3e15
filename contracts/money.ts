// Money is integer cents internally. In the API a price is a number of dollars with at most two decimals.

export type Cents = number & { readonly unit: 'cents' };

export function cents(amount: number): Cents {
  if (!isCents(amount)) throw new RangeError(`${amount} is not a valid amount in cents.`);
  return amount;
}

const isCents = (amount: number): amount is Cents => Number.isSafeInteger(amount) && amount >= 0;

export const toDollars = (amount: Cents): number => amount / 100;
export const toCents = (dollars: number): Cents => cents(Math.round(dollars * 100));

// Number formatting avoids Intl, whose first use costs several milliseconds on a phone.

/** 1234567 -> 1,234,567 */
export const withCommas = (integer: number): string => String(integer).replace(/\B(?=(\d{3})+$)/g, ',');
/** 1234.5 -> 1,234.50 */
export const formatDollars = (dollars: number): string => dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
/** -72.5 -> -$72.50 */
export const signedDollars = (dollars: number): string =>
  `${dollars < 0 ? '-' : ''}$${formatDollars(Math.abs(dollars))}`;
export const formatCents = (amount: Cents): string => formatDollars(toDollars(amount));
