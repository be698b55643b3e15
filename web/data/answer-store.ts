// Answers of read calls, keyed by their URL. Never stale, never polled, never retried: an answer stays
// until it is forgotten, a failure until somebody asks again.
import { type Load, loading } from './load.ts';
import { RequestError, requestJson } from './request.ts';

export type Answers = [url: string, data: unknown][];

export type AnswerStore = {
  read(url: string): Load<unknown>;
  /** Starts the request unless the answer is there or on its way. */
  want(url: string): void;
  subscribe(listener: () => void): () => void;
  version(): number;
  onFailure(listener: (why: string) => void): void;
};

export function createAnswerStore(
  first: Answers = [],
  headers: () => Record<string, string> = () => ({}),
): AnswerStore {
  const loads = new Map<string, Load<unknown>>(first.map(([url, data]) => [url, { is: 'ready', data }]));
  const listeners = new Set<() => void>();
  let version = 0;
  let tellOfFailure = (_why: string) => {};

  return {
    read: (url) => loads.get(url) ?? loading,
    want,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    onFailure(listener) {
      tellOfFailure = listener;
    },
  };

  function want(url: string) {
    const load = loads.get(url);
    if (load && load.is !== 'failed') return;
    put(url, loading);
    requestJson(url, { headers: headers() }).then(
      (data) => put(url, { is: 'ready', data }),
      (error: unknown) => {
        const { why, status } = failureOf(error);
        put(url, { is: 'failed', why, status, again: () => want(url) });
        tellOfFailure(why);
      },
    );
  }

  function put(url: string, load: Load<unknown>) {
    loads.set(url, load);
    version += 1;
    for (const listener of listeners) listener();
  }
}

function failureOf(error: unknown): { why: string; status: number | undefined } {
  if (error instanceof RequestError) return { why: error.message, status: error.status };
  return { why: error instanceof Error ? error.message : '', status: undefined };
}
