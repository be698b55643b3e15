// Responses cached until something they show changes, keyed by the exact request URL.
import type { CacheTag, ChangedTag } from '#server/database/cache-tags.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { CachedResponse } from './cached-response.ts';

export type Created = { response: CachedResponse; cacheable: boolean };
type Create = () => Promise<Created>;

export type ResponseCache = {
  get(url: string): CachedResponse | undefined;
  /** Returns the cached response, joins one that is already being created, or creates it. */
  getOrCreate(url: string, tags: readonly CacheTag[], create: Create): Promise<CachedResponse>;
  invalidate(changed: ChangedTag): void;
};

type Entry = { response: CachedResponse; tags: readonly CacheTag[]; bytes: number };

export function createResponseCache(maxBytes: number): ResponseCache {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<CachedResponse>>();
  let bytes = 0;
  let generation = 0;

  return { get, getOrCreate, invalidate };

  function get(url: string): CachedResponse | undefined {
    return entries.get(url)?.response;
  }

  function getOrCreate(url: string, tags: readonly CacheTag[], create: Create) {
    const cached = get(url);
    if (cached) return Promise.resolve(cached);
    return pending.get(url) ?? start(url, tags, create);
  }

  function start(url: string, tags: readonly CacheTag[], create: Create) {
    const startedIn = generation;
    const promise = create()
      .then(({ response, cacheable }) => {
        // If something changed while this was being created, it is fine for this request but must not be cached.
        if (cacheable && startedIn === generation) put(url, response, tags);
        return response;
      })
      .finally(() => {
        if (pending.get(url) === promise) pending.delete(url);
      });
    pending.set(url, promise);
    return promise;
  }

  function put(url: string, response: CachedResponse, tags: readonly CacheTag[]) {
    remove(url);
    const size = sizeOf(response);
    entries.set(url, { response, tags, bytes: size });
    bytes += size;
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
    for (const [url, { tags }] of entries) if (affects(changed, tags)) remove(url);
  }
}

const affects = (changed: ChangedTag, tags: readonly CacheTag[]): boolean =>
  changed === ALL_TAGS || tags.includes(changed === 'stock' ? 'products' : changed);

const sizeOf = ({ bodies }: CachedResponse) => Object.values(bodies).reduce((sum, { body }) => sum + body.length, 1000);
