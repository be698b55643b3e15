// Order search for staff: newest first, a page at a time, with a bound on the work per request.
import { MAX_ID } from '#contracts/endpoint.ts';
import type { OrderSearch, OrderSearchResults } from '#contracts/order-search.ts';
import { ORDERS_PER_PAGE } from '#contracts/orders.ts';
import type { Database } from '#server/database/database.ts';
import { invalid } from '#server/http-errors.ts';
import * as store from '#server/orders/search-terms/search-terms.store.ts';
import {
  anyOrder,
  parseQuery,
  placedBetween,
  type TermRange,
  withStatus,
} from '#server/orders/search-terms/search-terms.ts';
import { listByIds } from './order-list.store.ts';

export type OrderSearchService = ReturnType<typeof createOrderSearch>;

const MAX_WORDS = 8;
const BUCKETS_PER_QUERY = 8;
/** Buckets to open per page. If common words rarely occur together, the next page continues where this one stopped. */
const MAX_BUCKETS = 80;

type ParsedSearch = {
  /** Undefined when only an order number is searched for. */
  ranges: TermRange[] | undefined;
  /** The order with this number comes first if it matches `numberRanges`; it is not listed again. */
  number: number;
  numberRanges: TermRange[];
};
type ScanResult = { ids: number[]; more: boolean; stoppedAt: number | undefined };

type Deps = { database: Database; maxBuckets?: number };

export function createOrderSearch({ database: { db }, maxBuckets = MAX_BUCKETS }: Deps) {
  return { search };

  async function search(query: OrderSearch): Promise<OrderSearchResults> {
    const parsed = parseSearch(query);
    if (query.after !== undefined) {
      const newer = await pageAfter(parsed, query.after);
      if (newer) return loadPage(newer);
    }
    return loadPage(query.before === undefined ? await firstPage(parsed) : await pageBefore(parsed, query.before));
  }

  async function loadPage({ ids, ...page }: Page): Promise<OrderSearchResults> {
    return { data: await listByIds(db, ids), ...page };
  }

  async function firstPage(parsed: ParsedSearch): Promise<Page> {
    const [exact, page] = await Promise.all([findByNumber(parsed), pageBefore(parsed, MAX_ID)]);
    return { ...page, ids: [...exact, ...page.ids], newer: null };
  }

  async function findByNumber({ number, numberRanges }: ParsedSearch): Promise<number[]> {
    const buckets = [store.bucketOf(number)];
    const span = { above: number - 1, below: number + 1, except: 0, max: 1 };
    return store.findOrdersIn(db, { ranges: numberRanges, buckets, towards: 'older', ...span });
  }

  async function pageBefore(parsed: ParsedSearch, before: number): Promise<Page> {
    const { ids, more, stoppedAt } = await scan(parsed, 'older', before);
    const older = more ? (ids.at(-1) ?? null) : (stoppedAt ?? null);
    return { ids, older, newer: ids[0] ?? Math.max(1, before - 1), unfinished: stoppedAt !== undefined };
  }

  /** Undefined if it would not fill a page: the first page then shows these orders and any newer ones. */
  async function pageAfter(parsed: ParsedSearch, after: number): Promise<Page | undefined> {
    const { ids, more, stoppedAt } = await scan(parsed, 'newer', after);
    if (!more && stoppedAt === undefined) return undefined;
    const newer = more ? (ids.at(-1) ?? null) : (stoppedAt ?? null);
    return { ids: ids.toReversed(), older: ids[0] ?? after + 1, newer, unfinished: stoppedAt !== undefined };
  }

  async function scan({ ranges, number }: ParsedSearch, towards: store.Direction, from: number): Promise<ScanResult> {
    const ids: number[] = [];
    if (!ranges) return { ids, more: false, stoppedAt: undefined };
    const older = towards === 'older';
    const span = older ? { above: 0, below: from } : { above: from, below: MAX_ID };
    let start = store.bucketOf(older ? from - 1 : from + 1);
    for (let opened = 0, max = 1; ; max = BUCKETS_PER_QUERY) {
      const buckets = await store.findBuckets(db, { ranges, towards, start, max });
      const last = buckets.at(-1);
      if (last === undefined) return { ids, more: false, stoppedAt: undefined };
      const left = ORDERS_PER_PAGE + 1 - ids.length;
      ids.push(...(await store.findOrdersIn(db, { ranges, buckets, towards, ...span, except: number, max: left })));
      if (ids.length > ORDERS_PER_PAGE) return { ids: ids.slice(0, -1), more: true, stoppedAt: undefined };
      if (older && last === 0) return { ids, more: false, stoppedAt: undefined };
      opened += buckets.length;
      if (opened >= maxBuckets) return { ids, more: false, stoppedAt: store.bucketEdge(last, towards) };
      start = older ? last - 1 : last + 1;
    }
  }
}

type Page = Omit<OrderSearchResults, 'data'> & { ids: number[] };

function parseSearch({ q, status, from, to }: OrderSearch): ParsedSearch {
  const filters = [...(status ? [withStatus(status)] : []), ...(from || to ? [placedBetween(from, to)] : [])];
  const numberRanges = filters.length > 0 ? filters : [anyOrder()];
  if (!q) return { ranges: numberRanges, number: 0, numberRanges };
  const text = parseQuery(q);
  if (!text) throw invalid({ q: ['Enter letters or digits to search for.'] });
  if (text.ranges.length > MAX_WORDS) throw invalid({ q: [`Searches can have up to ${MAX_WORDS} words.`] });
  return {
    // Filters first: fewer buckets contain a given status or day than a given word, which saves lookups.
    ranges: text.onlyNumber ? undefined : [...filters, ...text.ranges],
    number: text.number ?? 0,
    numberRanges,
  };
}
