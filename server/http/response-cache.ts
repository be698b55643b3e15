// Responses cached until something they show changes, keyed by the exact request URL. While many people buy, a page shows its
// last drawing until the next one is made: redrawing it for every sale would hold up everyone.
import type { CacheTag, ChangedTag } from '#server/database/cache-tags.ts';
import { ALL_TAGS } from '#server/database/cache-tags.ts';
import type { CachedResponse } from './cached-response.ts';

export type Created = { response: CachedResponse; cacheable: boolean };
type Create = () => Promise<Created>;

type Options = {
  /** Its stock may be a moment old while many people buy. */
  mayLag?: boolean;
};

export type ResponseCache = {
  get(url: string): CachedResponse | undefined;
  /** Returns the cached response, joins one that is already being created, or creates it. */
  getOrCreate(url: string, tags: readonly CacheTag[], create: Create, options?: Options): Promise<CachedResponse>;
  invalidate(changed: ChangedTag): void;
};

type Entry = {
  response: CachedResponse;
  tags: readonly CacheTag[];
  bytes: number;
  create: Create | undefined;
  drawnAt: number;
  /** Whether anyone asked for it since it was drawn. */
  used: boolean;
  redrawing: boolean;
};

/** So many sales in this time are a rush. */
const RUSH = { sales: 5, ms: 1000 };
/** Between two drawings of a page in a rush. */
const PAUSE_MS = 250;

export function createResponseCache(maxBytes: number): ResponseCache {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<CachedResponse>>();
  let bytes = 0;
  let generation = 0;
  let sales: number[] = [];

  return { get, getOrCreate, invalidate };

  function get(url: string): CachedResponse | undefined {
    const entry = entries.get(url);
    if (!entry) return undefined;
    entry.used = true;
    return entry.response;
  }

  function getOrCreate(url: string, tags: readonly CacheTag[], create: Create, { mayLag = false }: Options = {}) {
    const cached = get(url);
    if (cached) return Promise.resolve(cached);
    return pending.get(url) ?? start(url, tags, create, mayLag);
  }

  function start(url: string, tags: readonly CacheTag[], create: Create, mayLag: boolean) {
    const startedIn = generation;
    const promise = create()
      .then(({ response, cacheable }) => {
        // If something changed while this was being created, it is fine for this request but must not be cached.
        if (cacheable && startedIn === generation) put(url, response, tags, mayLag ? create : undefined);
        return response;
      })
      .finally(() => {
        if (pending.get(url) === promise) pending.delete(url);
      });
    pending.set(url, promise);
    return promise;
  }

  function put(url: string, response: CachedResponse, tags: readonly CacheTag[], create: Create | undefined) {
    remove(url);
    const size = sizeOf(response);
    const drawnAt = performance.now();
    entries.set(url, { response, tags, bytes: size, create, drawnAt, used: false, redrawing: false });
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
    const rush = changed === 'stock' && isRush();
    for (const [url, entry] of entries) {
      if (!affects(changed, entry.tags)) continue;
      if (rush && entry.create && (entry.used || entry.redrawing)) redrawSoon(url, entry, entry.create);
      else remove(url);
    }
  }

  function isRush(): boolean {
    const now = performance.now();
    sales = [...sales.filter((at) => now - at < RUSH.ms), now].slice(-RUSH.sales);
    return sales.length === RUSH.sales;
  }

  function redrawSoon(url: string, entry: Entry, create: Create) {
    if (entry.redrawing) return;
    entry.redrawing = true;
    setTimeout(() => void redraw(url, entry, create), entry.drawnAt + PAUSE_MS - performance.now()).unref();
  }

  async function redraw(url: string, entry: Entry, create: Create) {
    const startedIn = generation;
    const drawn = await create().catch(() => undefined);
    // Something else may have changed, and removed it.
    if (entries.get(url) !== entry) return;
    if (!drawn?.cacheable) return remove(url);
    put(url, drawn.response, entry.tags, create);
    const next = entries.get(url);
    // Sold since the drawing began.
    if (next && startedIn !== generation) redrawSoon(url, next, create);
  }
}

const affects = (changed: ChangedTag, tags: readonly CacheTag[]): boolean =>
  changed === ALL_TAGS || tags.includes(changed === 'stock' ? 'products' : changed);

const sizeOf = ({ bodies }: CachedResponse) => Object.values(bodies).reduce((sum, { body }) => sum + body.length, 1000);
