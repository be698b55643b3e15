// Answers kept until something they show changes. Keyed by URL as it is asked for.
import type { CacheTag, ChangedTag } from '#server/database/cache-tags.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { CachedResponse } from './cached-response.ts';

export type Created = { response: CachedResponse; cacheable: boolean };

export type ResponseCache = {
  get(url: string): CachedResponse | undefined;
  /** The kept answer, or the one that is being made for somebody else, or a new one. */
  getOrCreate(url: string, tags: readonly CacheTag[], create: () => Promise<Created>): Promise<CachedResponse>;
  invalidate(changed: ChangedTag): void;
};

type Entry = { response: CachedResponse; tags: readonly CacheTag[]; bytes: number };

export function createResponseCache(maxBytes: number): ResponseCache {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<CachedResponse>>();
  let bytes = 0;
  let generation = 0;

  return { get: (url) => entries.get(url)?.response, getOrCreate, invalidate };

  function getOrCreate(url: string, tags: readonly CacheTag[], create: () => Promise<Created>) {
    const ready = entries.get(url);
    if (ready) return Promise.resolve(ready.response);
    return pending.get(url) ?? start(url, tags, create);
  }

  function start(url: string, tags: readonly CacheTag[], create: () => Promise<Created>) {
    const startedIn = generation;
    const promise = create()
      .then(({ response, cacheable }) => {
        // Something changed while this was being made: right for who asked before, not for who comes after.
        if (cacheable && startedIn === generation) put(url, { response, tags, bytes: sizeOf(response) });
        return response;
      })
      .finally(() => {
        if (pending.get(url) === promise) pending.delete(url);
      });
    pending.set(url, promise);
    return promise;
  }

  function put(url: string, entry: Entry) {
    remove(url);
    entries.set(url, entry);
    bytes += entry.bytes;
    for (const [oldest] of entries) {
      if (bytes <= maxBytes) break;
      remove(oldest);
    }
  }

  function remove(url: string) {
    bytes -= entries.get(url)?.bytes ?? 0;
    entries.delete(url);
  }

  function invalidate(changed: ChangedTag) {
    generation += 1;
    pending.clear();
    for (const [url, { tags }] of entries) {
      if (changed === ALL_TAGS || tags.includes(changed)) remove(url);
    }
  }
}

const sizeOf = ({ bodies }: CachedResponse) =>
  Object.values(bodies).reduce((sum, ready) => sum + ready.body.length, 1000);
