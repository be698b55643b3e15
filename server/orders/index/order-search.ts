// Staff look for an order. Newest first, a page at a time, and never more work than a person waits for.
import { MAX_ID } from '#contracts/endpoint.ts';
import type { FoundOrders, OrderSearch } from '#contracts/order-search.ts';
import { ORDERS_PER_PAGE } from '#contracts/orders.ts';
import type { Database } from '#server/database/database.ts';
import { invalid } from '#server/http-errors.ts';
import { byIds } from '#server/orders/order-list.store.ts';
import * as store from './search-terms.store.ts';
import { anyOrder, placedBetween, textIn, type WordRange, withStatus } from './search-terms.ts';

export type SearchForOrders = ReturnType<typeof createOrderSearch>;

const MOST_WORDS = 8;
const SHELVES_AT_ONCE = 8;
/** Opened for one page. Where words meet in few orders, though each is in many, the rest is for the next page. */
const MOST_SHELVES = 80;

type Wanted = {
  /** None where only a number is wanted. */
  ranges: WordRange[] | undefined;
  /** The order of this number comes first if these fit it; it is not in the list again. */
  number: number;
  numberRanges: WordRange[];
};
type Walked = { ids: number[]; more: boolean; stoppedAt: number | undefined };

type Parts = { database: Database; mostShelves?: number };

export function createOrderSearch({ database: { db }, mostShelves = MOST_SHELVES }: Parts) {
  return { search };

  async function search(query: OrderSearch): Promise<FoundOrders> {
    const wanted = wantedBy(query);
    if (query.after !== undefined) {
      const newer = await pageAfter(wanted, query.after);
      if (newer) return shown(newer);
    }
    return shown(query.before === undefined ? await firstPage(wanted) : await pageBefore(wanted, query.before));
  }

  async function shown({ ids, ...page }: Page): Promise<FoundOrders> {
    return { data: await byIds(db, ids), ...page };
  }

  async function firstPage(wanted: Wanted): Promise<Page> {
    const [exact, page] = await Promise.all([withNumber(wanted), pageBefore(wanted, MAX_ID)]);
    return { ...page, ids: [...exact, ...page.ids], newer: null };
  }

  async function withNumber({ number, numberRanges }: Wanted): Promise<number[]> {
    const shelves = [store.shelfOf(number)];
    const span = { above: number - 1, below: number + 1, except: 0, most: 1 };
    return store.ordersOn(db, { ranges: numberRanges, shelves, towards: 'older', ...span });
  }

  async function pageBefore(wanted: Wanted, before: number): Promise<Page> {
    const { ids, more, stoppedAt } = await walk(wanted, 'older', before);
    const older = more ? (ids.at(-1) ?? null) : (stoppedAt ?? null);
    return { ids, older, newer: ids[0] ?? Math.max(1, before - 1), unfinished: stoppedAt !== undefined };
  }

  /** Undefined where it would not fill a page: the first page shows those, and whatever came since. */
  async function pageAfter(wanted: Wanted, after: number): Promise<Page | undefined> {
    const { ids, more, stoppedAt } = await walk(wanted, 'newer', after);
    if (!more && stoppedAt === undefined) return undefined;
    const newer = more ? (ids.at(-1) ?? null) : (stoppedAt ?? null);
    return { ids: ids.toReversed(), older: ids[0] ?? after + 1, newer, unfinished: stoppedAt !== undefined };
  }

  async function walk({ ranges, number }: Wanted, towards: store.Towards, from: number): Promise<Walked> {
    const ids: number[] = [];
    if (!ranges) return { ids, more: false, stoppedAt: undefined };
    const older = towards === 'older';
    const span = older ? { above: 0, below: from } : { above: from, below: MAX_ID };
    let start = store.shelfOf(older ? from - 1 : from + 1);
    for (let opened = 0, most = 1; ; most = SHELVES_AT_ONCE) {
      const shelves = await store.shelvesWith(db, { ranges, towards, start, most });
      const last = shelves.at(-1);
      if (last === undefined) return { ids, more: false, stoppedAt: undefined };
      const left = ORDERS_PER_PAGE + 1 - ids.length;
      ids.push(...(await store.ordersOn(db, { ranges, shelves, towards, ...span, except: number, most: left })));
      if (ids.length > ORDERS_PER_PAGE) return { ids: ids.slice(0, -1), more: true, stoppedAt: undefined };
      if (older && last === 0) return { ids, more: false, stoppedAt: undefined };
      opened += shelves.length;
      if (opened >= mostShelves) return { ids, more: false, stoppedAt: store.edgeOf(last, towards) };
      start = older ? last - 1 : last + 1;
    }
  }
}

type Page = Omit<FoundOrders, 'data'> & { ids: number[] };

function wantedBy({ q, status, from, to }: OrderSearch): Wanted {
  const others = [...(status ? [withStatus(status)] : []), ...(from || to ? [placedBetween(from, to)] : [])];
  const numberRanges = others.length > 0 ? others : [anyOrder()];
  if (!q) return { ranges: numberRanges, number: 0, numberRanges };
  const text = textIn(q);
  if (!text) throw invalid({ q: ['Type letters or digits to search for.'] });
  if (text.ranges.length > MOST_WORDS) throw invalid({ q: [`The text may have ${MOST_WORDS} words at most.`] });
  return {
    // Fewer shelves hold a status or a day than a word: looked for first, they spare the other looks.
    ranges: text.onlyNumber ? undefined : [...others, ...text.ranges],
    number: text.number ?? 0,
    numberRanges,
  };
}
