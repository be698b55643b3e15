// Answers of read calls, keyed by their URL. Never stale, never polled, never retried: an answer stays
// until it is forgotten, a failure until somebody asks again.
import { createContext, useContext } from 'react';
import { loading, type QueryState } from './query-state.ts';
import { type ErrorText, queryErrorText, RequestError, requestJson } from './request.ts';

export type QueryResults = [url: string, data: unknown][];

// Written as a method, so that a change of one call's reply is a change of an answer.
type Change = { of(data: unknown): unknown }['of'];

export type QueryCache = {
  read(url: string): QueryState<unknown>;
  /** Starts the request unless the answer is there or on its way. */
  fetch(url: string): void;
  /** The same, but leaves a failure as it is. */
  fetchIfMissing(url: string): void;
  /** After an own change: the answer that is shown takes it up ... */
  update(url: string, change: Change): void;
  /** ... and all others that begin so, except those given, are asked for again when they are next wanted. */
  invalidate(start: string, ...except: (string | undefined)[]): void;
  /** Asks again for answers that begin so, and shows the old ones until the new ones are there. */
  refetch(start: string): void;
  subscribe(listener: () => void): () => void;
  version(): number;
  onFailure(listener: (why: string) => void): void;
};

type Options = { headers?: () => Record<string, string>; errorText?: ErrorText };

export function createQueryCache(
  initial: QueryResults = [],
  { headers = () => ({}), errorText = queryErrorText }: Options = {},
): QueryCache {
  const states = new Map<string, QueryState<unknown>>(initial.map(([url, data]) => [url, { is: 'ready', data }]));
  // Of each URL the request whose answer counts: one from before another request, a change or a forgetting does not.
  const latest = new Map<string, Promise<unknown>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let notifyFailure = (_why: string) => {};

  return {
    read: (url) => states.get(url) ?? loading,
    fetch(url) {
      const state = states.get(url);
      if (!state || state.is === 'failed') load(url);
    },
    fetchIfMissing(url) {
      if (!states.has(url)) load(url);
    },
    update(url, change) {
      const state = states.get(url);
      if (state?.is === 'ready') put(url, { is: 'ready', data: change(state.data) });
    },
    invalidate(start, ...except) {
      for (const url of states.keys())
        if (url.startsWith(start) && !except.includes(url)) {
          states.delete(url);
          latest.delete(url);
        }
      notify();
    },
    refetch(start) {
      for (const [url, state] of states) if (url.startsWith(start) && state.is === 'ready') loadInBackground(url);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    onFailure(listener) {
      notifyFailure = listener;
    },
  };

  function load(url: string) {
    put(url, loading);
    request(url, (error) => {
      const { message, status } = describeFailure(error);
      put(url, { is: 'failed', message, status, retry: () => load(url) });
      notifyFailure(message);
    });
  }

  /** After a failure what is shown stays as it was. */
  function loadInBackground(url: string) {
    request(url, () => latest.delete(url));
  }

  function request(url: string, failed: (error: unknown) => void) {
    const asked = requestJson(url, { headers: headers() }, errorText);
    latest.set(url, asked);
    const counts = () => latest.get(url) === asked;
    asked.then(
      (data) => counts() && put(url, { is: 'ready', data }),
      (error: unknown) => counts() && failed(error),
    );
  }

  function put(url: string, state: QueryState<unknown>) {
    states.set(url, state);
    latest.delete(url);
    notify();
  }

  function notify() {
    version += 1;
    for (const listener of listeners) listener();
  }
}

function describeFailure(error: unknown): { message: string; status: number | undefined } {
  if (error instanceof RequestError) return { message: error.message, status: error.status };
  return { message: error instanceof Error ? error.message : '', status: undefined };
}

export const QueryCacheContext = createContext<QueryCache>(createQueryCache());

/** For a page that changes what it shows. */
export const useQueryCache = (): QueryCache => useContext(QueryCacheContext);
