// The one schema for amounts of money in requests: dollars as they are typed, cents from here on.
import { z } from 'zod';
import { toCents, withCommas } from './money.ts';

const MAX_DOLLARS = 10_000_000;

/** `min` in cents. */
export function dollars(label: string, { min = 1, max = MAX_DOLLARS } = {}) {
  const error = `${label} must be an amount in dollars and cents${min > 0 ? ', more than zero' : ''}.`;
  return z
    .number(error)
    .min(min / 100, { error, abort: true })
    .max(max, { error: `${label} can be up to $${withCommas(max)}.`, abort: true })
    .refine(isInCents, error)
    .transform(toCents);
}

const isInCents = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
