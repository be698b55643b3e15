// One request to the API, and what a refusal reads like.

type FieldErrors = Record<string, string[]>;

export class RequestError extends Error {
  readonly status: number | undefined;
  /** What the server said of single fields. */
  readonly errors: FieldErrors;
  /** Where a change met another one: the values as they are now. */
  readonly current: unknown;

  constructor(message: string, status?: number, said: { errors?: FieldErrors; current?: unknown } = {}) {
    super(message);
    this.status = status;
    this.errors = said.errors ?? {};
    this.current = said.current;
  }
}

/** The text of a refused request: from its answer, or of none when there was no answer. */
export type ErrorText = (
  answer: { status: number; statusText: string; body: string } | undefined,
) => string | undefined;

/** The specification's default for queries. Without an answer the browser's own words stand. */
export const queryErrorText: ErrorText = (answer) =>
  answer && `${answer.status}: ${answer.status >= 500 ? answer.statusText : answer.body}`;

/** The server's message, or else this sentence. */
export const messageOr =
  (otherwise: string): ErrorText =>
  (answer) =>
    parseErrorBody(answer?.body).message ?? otherwise;

export async function requestJson(url: string, init: RequestInit, errorText: ErrorText): Promise<unknown> {
  const response = await fetch(url, { ...init, credentials: 'include' }).catch((error: unknown) => {
    throw new RequestError(errorText(undefined) ?? (error instanceof Error ? error.message : ''));
  });
  if (response.ok) return response.json();
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
