// One request to the API. What counts as an error, and its text, are the specification's query defaults.

export class RequestError extends Error {
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

export async function requestJson(url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, credentials: 'include' });
  if (!response.ok) {
    const { status, statusText } = response;
    throw new RequestError(`${status}: ${status >= 500 ? statusText : await response.text()}`, status);
  }
  return response.json();
}
