// Answers of read calls, keyed by their URL. Never stale, never polled, never retried: an answer stays
// until it is forgotten, a failure until somebody asks again.
import { createContext, useContext } from 'react';
import { type Load, loading } from './query-state.ts';
import { type ErrorText, queryErrorText, RequestError, requestJson } from './request.ts';

export type Answers = [url: string, data: unknown][];

// Written as a method, so that a change of one call's reply is a change of an answer.
type Change = { of(data: unknown): unknown }['of'];

export type AnswerStore = {
  read(url: string): Load<unknown>;
  /** Starts the request unless the answer is there or on its way. */
  want(url: string): void;
  /** The same, but leaves a failure as it is. */
  wantForgotten(url: string): void;
  /** After an own change: the answer that is shown takes it up ... */
  update(url: string, change: Change): void;
  /** ... and all others that begin so, except those given, are asked for again when they are next wanted. */
  forget(start: string, ...except: (string | undefined)[]): void;
  /** Asks again for answers that begin so, and shows the old ones until the new ones are there. */
  refresh(start: string): void;
  subscribe(listener: () => void): () => void;
  version(): number;
  onFailure(listener: (why: string) => void): void;
};

type Options = { headers?: () => Record<string, string>; errorText?: ErrorText };

export function createAnswerStore(
  first: Answers = [],
  { headers = () => ({}), errorText = queryErrorText }: Options = {},
): AnswerStore {
  const loads = new Map<string, Load<unknown>>(first.map(([url, data]) => [url, { is: 'ready', data }]));
  // Of each URL the request whose answer counts: one from before another request, a change or a forgetting does not.
  const underWay = new Map<string, Promise<unknown>>();
  const listeners = new Set<() => void>();
  let version = 0;
  let tellOfFailure = (_why: string) => {};

  return {
    read: (url) => loads.get(url) ?? loading,
    want(url) {
      const load = loads.get(url);
      if (!load || load.is === 'failed') ask(url);
    },
    wantForgotten(url) {
      if (!loads.has(url)) ask(url);
    },
    update(url, change) {
      const load = loads.get(url);
      if (load?.is === 'ready') put(url, { is: 'ready', data: change(load.data) });
    },
    forget(start, ...except) {
      for (const url of loads.keys())
        if (url.startsWith(start) && !except.includes(url)) {
          loads.delete(url);
          underWay.delete(url);
        }
      tell();
    },
    refresh(start) {
      for (const [url, load] of loads) if (url.startsWith(start) && load.is === 'ready') askQuietly(url);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    onFailure(listener) {
      tellOfFailure = listener;
    },
  };

  function ask(url: string) {
    put(url, loading);
    request(url, (error) => {
      const { why, status } = failureOf(error);
      put(url, { is: 'failed', why, status, again: () => ask(url) });
      tellOfFailure(why);
    });
  }

  /** After a failure what is shown stays as it was. */
  function askQuietly(url: string) {
    request(url, () => underWay.delete(url));
  }

  function request(url: string, failed: (error: unknown) => void) {
    const asked = requestJson(url, { headers: headers() }, errorText);
    underWay.set(url, asked);
    const counts = () => underWay.get(url) === asked;
    asked.then(
      (data) => counts() && put(url, { is: 'ready', data }),
      (error: unknown) => counts() && failed(error),
    );
  }

  function put(url: string, load: Load<unknown>) {
    loads.set(url, load);
    underWay.delete(url);
    tell();
  }

  function tell() {
    version += 1;
    for (const listener of listeners) listener();
  }
}

function failureOf(error: unknown): { why: string; status: number | undefined } {
  if (error instanceof RequestError) return { why: error.message, status: error.status };
  return { why: error instanceof Error ? error.message : '', status: undefined };
}

export const AnswersContext = createContext<AnswerStore>(createAnswerStore());

/** For a page that changes what it shows. */
export const useAnswers = (): AnswerStore => useContext(AnswersContext);
