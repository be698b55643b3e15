import type { z } from 'zod';
import { type FieldErrors, invalid } from '#server/http-errors.ts';

/** What came in, as the schema wants it, or a 422 that names each field, those found wrong before included. */
export function validate<T extends z.ZodType>(schema: T, value: unknown, otherErrors: FieldErrors = {}): z.output<T> {
  rejectNul(value, []);
  const result = schema.safeParse(value);
  if (result.success && Object.keys(otherErrors).length === 0) return result.data;
  const errors: FieldErrors = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), path.length ? message : 'Send the fields as a JSON object.'];
  }
  throw invalid({ ...errors, ...otherErrors });
}

/** No call has anything that lies deeper, and what lies thousands deep cannot be walked through. */
const MAX_DEPTH = 20;

/** PostgreSQL cannot store this character, and nobody types it. */
function rejectNul(value: unknown, path: string[]): void {
  if (path.length > MAX_DEPTH) throw invalid({ [path[0] ?? 'body']: ['There are too many levels in this.'] });
  if (typeof value === 'string' && value.includes('\0'))
    throw invalid({ [path.join('.') || 'body']: ['The text holds a character that cannot be stored.'] });
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) rejectNul(each, [...path, key]);
}
