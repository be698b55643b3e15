import type { z } from 'zod';
import { type FieldErrors, invalid } from '#server/http-errors.ts';

/** What came in, as the schema wants it, or a 422 that names each field, those found wrong before included. */
export function parsed<T extends z.ZodType>(schema: T, value: unknown, wrong: FieldErrors = {}): z.output<T> {
  refuseNul(value, []);
  const result = schema.safeParse(value);
  if (result.success && Object.keys(wrong).length === 0) return result.data;
  const errors: FieldErrors = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path.join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), path.length ? message : 'Send the fields as a JSON object.'];
  }
  throw invalid({ ...errors, ...wrong });
}

/** No call has anything that lies deeper, and what lies thousands deep cannot be walked through. */
const DEEPEST = 20;

/** PostgreSQL cannot store this character, and nobody types it. */
function refuseNul(value: unknown, path: string[]): void {
  if (path.length > DEEPEST) throw invalid({ [path[0] ?? 'body']: ['There are too many levels in this.'] });
  if (typeof value === 'string' && value.includes('\0'))
    throw invalid({ [path.join('.') || 'body']: ['The text holds a character that cannot be stored.'] });
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) refuseNul(each, [...path, key]);
}
