// Answers kept until something they show changes. Keyed by URL as it is asked for.
import type { Changed, Topic } from '#server/database/cache-tags.ts';
import { EVERYTHING } from '#server/database/cache-tags.ts';
import type { Answer } from './cached-response.ts';

export type Made = { answer: Answer; keep: boolean };

export type AnswerCache = {
  get(url: string): Answer | undefined;
  /** The kept answer, or the one that is being made for somebody else, or a new one. */
  getOrMake(url: string, carries: readonly Topic[], make: () => Promise<Made>): Promise<Answer>;
  drop(changed: Changed): void;
};

type Entry = { answer: Answer; carries: readonly Topic[]; bytes: number };

export function createAnswerCache(maxBytes: number): AnswerCache {
  const kept = new Map<string, Entry>();
  const making = new Map<string, Promise<Answer>>();
  let bytes = 0;
  let generation = 0;

  return { get: (url) => kept.get(url)?.answer, getOrMake, drop };

  function getOrMake(url: string, carries: readonly Topic[], make: () => Promise<Made>) {
    const ready = kept.get(url);
    if (ready) return Promise.resolve(ready.answer);
    return making.get(url) ?? start(url, carries, make);
  }

  function start(url: string, carries: readonly Topic[], make: () => Promise<Made>) {
    const startedIn = generation;
    const promise = make()
      .then(({ answer, keep }) => {
        // Something changed while this was being made: right for who asked before, not for who comes after.
        if (keep && startedIn === generation) store(url, { answer, carries, bytes: sizeOf(answer) });
        return answer;
      })
      .finally(() => {
        if (making.get(url) === promise) making.delete(url);
      });
    making.set(url, promise);
    return promise;
  }

  function store(url: string, entry: Entry) {
    remove(url);
    kept.set(url, entry);
    bytes += entry.bytes;
    for (const [oldest] of kept) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  function remove(url: string) {
    bytes -= kept.get(url)?.bytes ?? 0;
    kept.delete(url);
  }

  function drop(changed: Changed) {
    generation += 1;
    making.clear();
    for (const [url, { carries }] of kept) {
      if (changed === EVERYTHING || carries.includes(changed)) remove(url);
    }
  }
}

const sizeOf = ({ bodies }: Answer) => Object.values(bodies).reduce((sum, ready) => sum + ready.body.length, 1000);
