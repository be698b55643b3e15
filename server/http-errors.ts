// Refusals: what ends a request early, in words for the person who made it.

export type FieldErrors = Record<string, string[]>;

type More = { errors?: FieldErrors; headers?: Record<string, string>; current?: unknown };

export class HttpError extends Error {
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  /** Where a change met another one: what there is now. */
  readonly current: unknown;

  constructor(status: number, message: string, more: More = {}) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
    this.current = more.current;
  }
}

export const unauthenticated = () =>
  new HttpError(401, 'Unauthenticated.', { headers: { 'www-authenticate': 'Bearer' } });
export const incorrectLogin = () => new HttpError(401, 'The e-mail or the password is wrong.');
/** The password was right; a second factor is wanted. The field says so to who logs in. */
export const codeRequired = (message: string) => new HttpError(401, message, { errors: { code: [message] } });
export const forbidden = () => new HttpError(403, 'Forbidden.');
export const notFound = (message = 'Not found.') => new HttpError(404, message);
export const conflict = (message: string, current?: unknown) => new HttpError(409, message, { current });
export const payloadTooLarge = (message: string) => new HttpError(413, message);
export const unsupportedMediaType = (message: string) => new HttpError(415, message);
export const tooManyRequests = (message: string, seconds: number) =>
  new HttpError(429, message, { headers: { 'retry-after': String(seconds) } });
/** Not now: nothing was done, and the same may be asked again in a moment. */
export const serverBusy = (message = 'The shop is very busy right now. Please try again in a few seconds.') =>
  new HttpError(503, message, { headers: { 'retry-after': '3' } });
export const invalid = (errors: FieldErrors) =>
  new HttpError(422, Object.values(errors).flat()[0] ?? 'The request is not valid.', { errors });
