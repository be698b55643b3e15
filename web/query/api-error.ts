import { RequestError } from './request.ts';

export type ApiError = Pick<RequestError, 'message' | 'errors' | 'current'> & { status?: number | undefined };

/** What a call that did not work says to the person, and to the page. Other errors speak to programmers only. */
export function toApiError(error: unknown): ApiError {
  const { message, status, errors, current } = error instanceof RequestError ? error : new RequestError('');
  return { message: message || 'An unknown error occurred.', status, errors, current };
}
