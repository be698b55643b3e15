// Errors that end a request early, with a message for the user.

export type FieldErrors = Record<string, string[]>;

type Details = { errors?: FieldErrors; headers?: Record<string, string>; current?: unknown };

export class HttpError extends Error {
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string>;
  /** On an edit conflict: the current version. */
  readonly current: unknown;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.errors = details.errors;
    this.headers = details.headers ?? {};
    this.current = details.current;
  }
}

export const unauthenticated = () =>
  new HttpError(401, 'Unauthenticated.', { headers: { 'www-authenticate': 'Bearer' } });
export const incorrectLogin = () => new HttpError(401, 'Incorrect email or password.');
/** The password is correct but a TOTP code is required. The `code` field tells the login form. */
export const codeRequired = (message: string) => new HttpError(401, message, { errors: { code: [message] } });
export const forbidden = () => new HttpError(403, 'Forbidden.');
export const notFound = (message = 'Not found.') => new HttpError(404, message);
export const conflict = (message: string, current?: unknown) => new HttpError(409, message, { current });
export const payloadTooLarge = (message: string) => new HttpError(413, message);
export const unsupportedMediaType = (message: string) => new HttpError(415, message);
export const tooManyRequests = (message: string, seconds: number) =>
  new HttpError(429, message, { headers: { 'retry-after': String(seconds) } });
/** Nothing was done; the client can retry in a moment. */
export const serverBusy = (message = 'The shop is very busy right now. Please try again in a few seconds.') =>
  new HttpError(503, message, { headers: { 'retry-after': '3' } });
export const invalid = (errors: FieldErrors) =>
  new HttpError(422, Object.values(errors).flat()[0] ?? 'The request is not valid.', { errors });
