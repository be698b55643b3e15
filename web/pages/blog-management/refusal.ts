import { RequestError } from '../../data/request.ts';
import type { FieldErrors } from './editing-state.ts';

/** What a call that did not work says to the person, in general and of single fields. */
export function refusalOf(error: unknown): { problem: string; errors: FieldErrors } {
  if (error instanceof RequestError && error.message) return { problem: error.message, errors: error.errors };
  return { problem: 'An unknown error occurred.', errors: {} };
}
