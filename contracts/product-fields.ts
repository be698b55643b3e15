// What the fields of a product may hold. A form brings text, so numbers are read here, strictly: what a person would
// not write for a number of pounds or dollars (1e5, 0x10, -0, full-width digits) is no number.
import { z } from 'zod';
import { MAX_POUNDS } from './hop-format.ts';
import { withCommas } from './numbers.ts';

export const requiredText = (label: string, max: number) =>
  z
    .string(`${label} is required.`)
    .trim()
    // At least one letter or digit: blanks that cannot be seen are no name.
    .regex(/[\p{L}\p{N}]/u, `${label} is required.`)
    .max(max, tooLong(label, max));

export const optionalText = (label: string, most: number) =>
  z.string().trim().max(most, tooLong(label, most)).default('');

/** Acids and oil: one decimal, since that is what the lab says and the shop shows. */
export const percentage = (label: string) =>
  numericText(
    label,
    /^(?:100(?:\.0{1,9})?|\d{0,2}\.\d0{0,9}|\d{1,2})$/,
    `${label} must be a number from 0 to 100 with at most one decimal.`,
  );

export const price = (label: string) => {
  const text = `${label} must be more than 0 and at most 100,000, with at most two decimals.`;
  return numericText(label, /^(?:\d{0,6}\.\d{1,2}0{0,9}|\d{1,6})$/, text).refine(
    (dollars) => dollars > 0 && dollars <= 100_000,
    text,
  );
};

export const wholePounds = (label: string) => {
  const text = `${label} must be a whole number from 0 to 1,000,000.`;
  return numericText(label, /^\d{1,7}$/, text).refine((pounds) => pounds <= MAX_POUNDS, text);
};

/** What an edit says it was made from. */
export const versionSeen = z
  .string()
  .regex(/^\d{1,9}$/, 'The version must be a whole number.')
  .transform(Number);

export function numericText(label: string, form: RegExp, text: string) {
  return z
    .string(`${label} is required.`)
    .trim()
    .min(1, { error: `${label} is required.`, abort: true })
    .regex(form, { error: text, abort: true })
    .transform(Number);
}

const tooLong = (label: string, most: number) => `${label} may have ${withCommas(most)} characters at most.`;
