import type { z } from 'zod';
import { type FieldErrors, invalid } from '#server/http-errors.ts';

/** Returns the parsed value, or throws a 422 that names every invalid field, including `otherErrors`. */
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

/** No endpoint needs deeper nesting, and recursing thousands of levels would overflow the stack. */
const MAX_DEPTH = 20;

/** PostgreSQL cannot store NUL, and nobody types it. */
function rejectNul(value: unknown, path: string[]): void {
  if (path.length > MAX_DEPTH) throw invalid({ [path[0] ?? 'body']: ['This is nested too deeply.'] });
  if (typeof value === 'string' && value.includes('\0'))
    throw invalid({ [path.join('.') || 'body']: ['The text contains a character that cannot be stored.'] });
  if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) rejectNul(each, [...path, key]);
}
