import type { FoundOrders } from '#contracts/order-search.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import type { Search } from './find-order-page.tsx';

/** Pages hang on orders, not on numbers: an order that comes meanwhile moves nothing. */
export function SearchPager({ search, page }: { search: Search; page: FoundOrders }) {
  const { data, older, newer, unfinished } = page;
  if (data.length === 0 && older === null && newer === null) return null;
  return (
    <form className="pager" action={pagePaths.findOrder} method="get" aria-label="Pages">
      {search.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span className="pager-count">{countOf(page)}</span>
      <button className="button" type="submit" name="after" value={newer ?? ''} disabled={newer === null}>
        Newer
      </button>
      <button className="button" type="submit" name="before" value={older ?? ''} disabled={older === null}>
        {unfinished && older !== null ? 'Keep looking' : 'Older'}
      </button>
    </form>
  );
}

function countOf({ data, older, newer, unfinished }: FoundOrders): string {
  if (unfinished) return 'The orders before these have not been looked through yet.';
  const orders = data.length === 1 ? '1 order' : `${data.length} orders`;
  return older === null && newer === null ? `${orders} found, newest first` : `Showing ${orders}, newest first`;
}
