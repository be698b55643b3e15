// Sends requests to the API and turns failures into errors with a message.

type FieldErrors = Record<string, string[]>;

export class RequestError extends Error {
  readonly status: number | undefined;
  /** Messages by field. */
  readonly errors: FieldErrors;
  /** On an edit conflict: the current values. */
  readonly current: unknown;

  constructor(message: string, status?: number, body: { errors?: FieldErrors; current?: unknown } = {}) {
    super(message);
    this.status = status;
    this.errors = body.errors ?? {};
    this.current = body.current;
  }
}

/** The message for a failed request; called with undefined if there was no response. */
export type ErrorText = (
  response: { status: number; statusText: string; body: string } | undefined,
) => string | undefined;

/** The specification's default for queries. Without a response the browser's own message is used. */
export const queryErrorText: ErrorText = (response) =>
  response && `${response.status}: ${response.status >= 500 ? statusPhrase(response) : response.body}`;

/** HTTP/2 and later send no status text. */
const statusPhrase = ({ status, statusText }: { status: number; statusText: string }): string =>
  statusText || (phrases[status] ?? 'Server Error');

const phrases: Record<number, string> = {
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

/** The server's message, or the fallback. */
export const messageOr =
  (fallback: string): ErrorText =>
  (response) =>
    parseErrorBody(response?.body).message ?? fallback;

export async function requestJson(url: string, init: RequestInit, errorText: ErrorText): Promise<unknown> {
  const response = await fetch(url, { ...init, credentials: 'include' }).catch((error: unknown) => {
    throw new RequestError(errorText(undefined) ?? (error instanceof Error ? error.message : ''));
  });
  // A body that is no JSON: the parser's message would mean nothing to the reader.
  if (response.ok)
    return response.json().catch(() => {
      throw new RequestError('', response.status);
    });
  const { status, statusText } = response;
  const body = await response.text();
  throw new RequestError(errorText({ status, statusText, body }) ?? '', status, parseErrorBody(body));
}

type ErrorBody = { message?: string; errors?: FieldErrors; current?: unknown };

function parseErrorBody(body = ''): ErrorBody {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}
