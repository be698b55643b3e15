import type { z } from 'zod';
import { type FieldErrors, invalid } from '../problems.ts';

/** What came in, as the schema wants it, or a 422 that names each field. */
export function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw invalid(errors);
}
