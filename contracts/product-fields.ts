// Product field schemas. Form values are text, so numbers are parsed here, and strictly: 1e5, 0x10, -0 and
// full-width digits are rejected.
import { z } from 'zod';
import { MAX_POUNDS } from './hop-format.ts';
import { formatDollars, withCommas } from './money.ts';
import { MAX_TIERS } from './ordering-rules.ts';

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

/** JSON in one form field: [{"from": 44, "price": 14.5}]. Each tier needs more pounds than the one before it, and costs less. */
export const priceTiers = z
  .string()
  .max(2000, 'Send at most 2,000 characters.')
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'Send the tiers as a JSON array.' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(z.object({ from: textOr(tierPounds()), price: textOr(price('Price')) }, 'Each tier has from and price.'), {
        error: 'Send the tiers as a JSON array.',
      })
      .max(MAX_TIERS, `A product can have up to ${MAX_TIERS} price tiers.`)
      .superRefine((tiers, context) => {
        for (const [index, { from, price: tierPrice }] of tiers.entries()) {
          const before = tiers[index - 1];
          if (before && from <= before.from)
            context.addIssue({
              code: 'custom',
              path: [index, 'from'],
              message: `From must be more than ${before.from} lbs.`,
            });
          if (before && tierPrice >= before.price)
            context.addIssue({
              code: 'custom',
              path: [index, 'price'],
              message: `Price must be less than $${formatDollars(before.price)}.`,
            });
        }
      }),
  );

function tierPounds() {
  const message = 'From must be a whole number from 2 to 1,000,000.';
  return numericText('From', /^\d{1,7}$/, message).refine((pounds) => pounds >= 2 && pounds <= MAX_POUNDS, message);
}

/** JSON may have the number as such, or as it was typed. */
function textOr<T extends z.ZodType>(field: T) {
  return z.preprocess((value) => (typeof value === 'number' ? String(value) : value), field);
}

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
