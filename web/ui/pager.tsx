import type { Pagination } from '#contracts/endpoint.ts';

type Props = { items: string; count: number; action: string; pagination: Pagination };

/** A form, so paging works without script. */
export function Pager({ items, count, action, pagination }: Props) {
  const { total, current_page, last_page, prev_page_url, next_page_url } = pagination;
  return (
    <form className="pager" action={action} method="get" aria-label="Pages">
      <span className="pager-count">
        Showing {count} of {total} {items}
      </span>
      <button className="button" type="submit" name="page" value={pageIn(prev_page_url)} disabled={!prev_page_url}>
        Previous
      </button>
      <button className="button" type="submit" name="page" value={pageIn(next_page_url)} disabled={!next_page_url}>
        Next
      </button>
      <span className="pager-position">
        Page {current_page} of {last_page}
      </span>
    </form>
  );
}

const pageIn = (url: string | null) => url?.split('page=')[1];
