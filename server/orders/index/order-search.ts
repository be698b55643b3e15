// Staff look for an order. Newest first, a page at a time, and never more work than a person waits for.
import { MAX_ID } from '#contracts/endpoint.ts';
import type { OrderSearch, OrderSearchResults } from '#contracts/order-search.ts';
import { ORDERS_PER_PAGE } from '#contracts/orders.ts';
import type { Database } from '#server/database/database.ts';
import { invalid } from '#server/http-errors.ts';
import { listByIds } from '#server/orders/order-list.store.ts';
import * as store from './search-terms.store.ts';
import { anyOrder, parseQuery, placedBetween, type TermRange, withStatus } from './search-terms.ts';

export type OrderSearchService = ReturnType<typeof createOrderSearch>;

const MAX_WORDS = 8;
const BUCKETS_PER_QUERY = 8;
/** Opened for one page. Where words meet in few orders, though each is in many, the rest is for the next page. */
const MAX_BUCKETS = 80;

type ParsedSearch = {
  /** None where only a number is wanted. */
  ranges: TermRange[] | undefined;
  /** The order of this number comes first if these fit it; it is not in the list again. */
  number: number;
  numberRanges: TermRange[];
};
type ScanResult = { ids: number[]; more: boolean; stoppedAt: number | undefined };

type Parts = { database: Database; maxBuckets?: number };

export function createOrderSearch({ database: { db }, maxBuckets = MAX_BUCKETS }: Parts) {
  return { search };

  async function search(query: OrderSearch): Promise<OrderSearchResults> {
    const wanted = parseSearch(query);
    if (query.after !== undefined) {
      const newer = await pageAfter(wanted, query.after);
      if (newer) return loadPage(newer);
    }
    return loadPage(query.before === undefined ? await firstPage(wanted) : await pageBefore(wanted, query.before));
  }

  async function loadPage({ ids, ...page }: Page): Promise<OrderSearchResults> {
    return { data: await listByIds(db, ids), ...page };
  }

  async function firstPage(wanted: ParsedSearch): Promise<Page> {
    const [exact, page] = await Promise.all([findByNumber(wanted), pageBefore(wanted, MAX_ID)]);
    return { ...page, ids: [...exact, ...page.ids], newer: null };
  }

  async function findByNumber({ number, numberRanges }: ParsedSearch): Promise<number[]> {
    const buckets = [store.bucketOf(number)];
    const span = { above: number - 1, below: number + 1, except: 0, most: 1 };
    return store.findOrdersIn(db, { ranges: numberRanges, buckets, towards: 'older', ...span });
  }

  async function pageBefore(wanted: ParsedSearch, before: number): Promise<Page> {
    const { ids, more, stoppedAt } = await scan(wanted, 'older', before);
    const older = more ? (ids.at(-1) ?? null) : (stoppedAt ?? null);
    return { ids, older, newer: ids[0] ?? Math.max(1, before - 1), unfinished: stoppedAt !== undefined };
  }

  /** Undefined where it would not fill a page: the first page shows those, and whatever came since. */
  async function pageAfter(wanted: ParsedSearch, after: number): Promise<Page | undefined> {
    const { ids, more, stoppedAt } = await scan(wanted, 'newer', after);
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
      const shelves = await store.findBuckets(db, { ranges, towards, start, max });
      const last = shelves.at(-1);
      if (last === undefined) return { ids, more: false, stoppedAt: undefined };
      const left = ORDERS_PER_PAGE + 1 - ids.length;
      ids.push(
        ...(await store.findOrdersIn(db, { ranges, buckets: shelves, towards, ...span, except: number, most: left })),
      );
      if (ids.length > ORDERS_PER_PAGE) return { ids: ids.slice(0, -1), more: true, stoppedAt: undefined };
      if (older && last === 0) return { ids, more: false, stoppedAt: undefined };
      opened += shelves.length;
      if (opened >= maxBuckets) return { ids, more: false, stoppedAt: store.bucketEdge(last, towards) };
      start = older ? last - 1 : last + 1;
    }
  }
}

type Page = Omit<OrderSearchResults, 'data'> & { ids: number[] };

function parseSearch({ q, status, from, to }: OrderSearch): ParsedSearch {
  const others = [...(status ? [withStatus(status)] : []), ...(from || to ? [placedBetween(from, to)] : [])];
  const numberRanges = others.length > 0 ? others : [anyOrder()];
  if (!q) return { ranges: numberRanges, number: 0, numberRanges };
  const text = parseQuery(q);
  if (!text) throw invalid({ q: ['Type letters or digits to search for.'] });
  if (text.ranges.length > MAX_WORDS) throw invalid({ q: [`The text may have ${MAX_WORDS} words at most.`] });
  return {
    // Fewer shelves hold a status or a day than a word: looked for first, they spare the other looks.
    ranges: text.onlyNumber ? undefined : [...others, ...text.ranges],
    number: text.number ?? 0,
    numberRanges,
  };
}
