// Product field schemas. Form values are text, so numbers are parsed here, and strictly: 1e5, 0x10, -0 and
// full-width digits are rejected.
import { z } from 'zod';
import { MAX_POUNDS } from './hop-format.ts';
import { withCommas } from './money.ts';

export const requiredText = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .trim()
    // At least one letter or digit, so invisible characters don't count as a name.
    .regex(/[\p{L}\p{N}]/u, `${label} is required.`)
    .max(max, tooLong(label, max));

export const optionalText = (label: string, max: number) => z.string().trim().max(max, tooLong(label, max)).default('');

/** Acids and oil have one decimal, as on lab sheets. */
export const percentage = (label: string) =>
  numericText(
    label,
    /^(?:100(?:\.0{1,9})?|\d{0,2}\.\d0{0,9}|\d{1,2})$/,
    `${label} must be a number from 0 to 100 with at most one decimal.`,
  );

export const price = (label: string) => {
  const message = `${label} must be more than 0 and at most 100,000, with at most two decimals.`;
  return numericText(label, /^(?:\d{0,6}\.\d{1,2}0{0,9}|\d{1,6})$/, message).refine(
    (dollars) => dollars > 0 && dollars <= 100_000,
    message,
  );
};

export const wholePounds = (label: string) => {
  const message = `${label} must be a whole number from 0 to 1,000,000.`;
  return numericText(label, /^\d{1,7}$/, message).refine((pounds) => pounds <= MAX_POUNDS, message);
};

/** The version an edit was based on. */
export const versionSeen = z
  .string()
  .regex(/^\d{1,9}$/, 'The version must be a whole number.')
  .transform(Number);

export function numericText(label: string, pattern: RegExp, message: string) {
  return z
    .string(`${label} is required.`)
    .trim()
    .min(1, { error: `${label} is required.`, abort: true })
    .regex(pattern, { error: message, abort: true })
    .transform(Number);
}

const tooLong = (label: string, max: number) => `${label} can be up to ${withCommas(max)} characters.`;
