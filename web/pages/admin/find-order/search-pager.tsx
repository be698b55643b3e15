import type { OrderSearchResults } from '#contracts/order-search.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Search } from './find-order-page.tsx';

/** Cursor-based, so new orders don't shift the pages. */
export function SearchPager({ search, page }: { search: Search; page: OrderSearchResults }) {
  const { data, older, newer, unfinished } = page;
  if (data.length === 0 && older === null && newer === null) return null;
  return (
    <form className="pager" action={pagePaths.findOrder} method="get" aria-label="Pages">
      {search.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span className="pager-count">{countText(page)}</span>
      <button className="button" type="submit" name="after" value={newer ?? ''} disabled={newer === null}>
        Newer
      </button>
      <button className="button" type="submit" name="before" value={older ?? ''} disabled={older === null}>
        {unfinished && older !== null ? 'Keep searching' : 'Older'}
      </button>
    </form>
  );
}

function countText({ data, older, newer, unfinished }: OrderSearchResults): string {
  if (unfinished) return "Older orders haven't been searched yet.";
  const orders = data.length === 1 ? '1 order' : `${data.length} orders`;
  return older === null && newer === null ? `${orders} found, newest first` : `Showing ${orders}, newest first`;
}
