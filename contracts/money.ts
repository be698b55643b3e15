// Money is whole cents until it is shown. On the wire a price is a number of dollars with at most two decimals.

export type Cents = number & { readonly unit: 'cents' };

export function cents(amount: number): Cents {
  if (!isCents(amount)) throw new RangeError(`${amount} is no amount of cents.`);
  return amount;
}

const isCents = (amount: number): amount is Cents => Number.isSafeInteger(amount) && amount >= 0;

export const toDollars = (amount: Cents): number => amount / 100;
export const toCents = (dollars: number): Cents => cents(Math.round(dollars * 100));

/** 1234.5 reads 1,234.50. Not by Intl, which costs a phone's browser several milliseconds at first use. */
export const formatDollars = (dollars: number): string => dollars.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
export const formatCents = (amount: Cents): string => formatDollars(toDollars(amount));
