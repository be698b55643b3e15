// Caches responses by URL. Data never goes stale and is never polled or retried: it stays until invalidated,
// and a failure stays until a retry.
import { createContext, useContext } from 'react';
import { loading, type QueryState } from './query-state.ts';
import { type ErrorText, queryErrorText, RequestError, requestJson } from './request.ts';

export type QueryResults = [url: string, data: unknown][];

// Method syntax makes the parameter bivariant, so an updater for one endpoint's response is accepted.
type Updater = { update(data: unknown): unknown }['update'];

export type QueryCache = {
  read(url: string): QueryState<unknown>;
  /** Starts a request unless the data is cached or loading. */
  fetch(url: string): void;
  /** Like `fetch`, but does not retry a failure. */
  fetchIfMissing(url: string): void;
  /** Changes cached data in place. */
  update(url: string, updater: Updater): void;
  /** Drops cached URLs with this prefix, except those given. They are fetched again when next needed. */
  invalidate(prefix: string, ...except: (string | undefined)[]): void;
  /** Fetches cached URLs with this prefix again, showing the old data in the meantime. */
  refetch(prefix: string): void;
  subscribe(listener: () => void): () => void;
  version(): number;
  onFailure(listener: (message: string, url: string) => void): void;
};

type Options = { headers?: () => Record<string, string>; errorText?: ErrorText };

export function createQueryCache(
  initial: QueryResults = [],
  { headers = () => ({}), errorText = queryErrorText }: Options = {},
): QueryCache {
  const states = new Map<string, QueryState<unknown>>(initial.map(([url, data]) => [url, { is: 'ready', data }]));
  // The latest request per URL. Superseded and invalidated requests are ignored.
  const latest = new Map<string, Promise<unknown>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let notifyFailure = (_message: string, _url: string) => {};

  return {
    read: (url) => states.get(url) ?? loading,
    fetch(url) {
      const state = states.get(url);
      if (!state || state.is === 'failed') load(url);
    },
    fetchIfMissing(url) {
      if (!states.has(url)) load(url);
    },
    update(url, updater) {
      const state = states.get(url);
      if (state?.is === 'ready') put(url, { is: 'ready', data: updater(state.data) });
    },
    invalidate(prefix, ...except) {
      for (const url of states.keys())
        if (url.startsWith(prefix) && !except.includes(url)) {
          states.delete(url);
          latest.delete(url);
        }
      notify();
    },
    refetch(prefix) {
      for (const [url, state] of states) if (url.startsWith(prefix) && state.is === 'ready') loadInBackground(url);
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
      notifyFailure(message, url);
    });
  }

  /** On failure the old data stays. */
  function loadInBackground(url: string) {
    request(url, () => latest.delete(url));
  }

  function request(url: string, onError: (error: unknown) => void) {
    const pending = requestJson(url, { headers: headers() }, errorText);
    latest.set(url, pending);
    const isLatest = () => latest.get(url) === pending;
    pending.then(
      (data) => isLatest() && put(url, { is: 'ready', data }),
      (error: unknown) => isLatest() && onError(error),
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

export const useQueryCache = (): QueryCache => useContext(QueryCacheContext);
