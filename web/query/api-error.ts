import { RequestError } from './request.ts';

export type ApiError = Pick<RequestError, 'message' | 'errors' | 'current'> & { status?: number | undefined };

/** The user-facing part of a failed request. Messages of other errors are for developers and are not shown. */
export function toApiError(error: unknown): ApiError {
  const { message, status, errors, current } = error instanceof RequestError ? error : new RequestError('');
  return { message: message || 'An unknown error occurred.', status, errors, current };
}
