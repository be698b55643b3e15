import type { Pagination } from '#contracts/endpoint.ts';

type Props = { of: string; shown: number; action: string; pagination: Pagination };

/** A form, so that the buttons turn pages without any script. */
export function Pager({ of, shown, action, pagination }: Props) {
  const { total, current_page, last_page, prev_page_url, next_page_url } = pagination;
  return (
    <form className="pager" action={action} method="get" aria-label="Pages">
      <span className="pager-count">
        Showing {shown} of {total} {of}
      </span>
      <button className="button" type="submit" name="page" value={pageIn(prev_page_url)} disabled={!prev_page_url}>
        Previous
      </button>
      <button className="button" type="submit" name="page" value={pageIn(next_page_url)} disabled={!next_page_url}>
        Next
      </button>
      {/* An address may lead beyond the end, where there is no such page to speak of. */}
      {current_page <= last_page && (
        <span className="pager-place">
          Page {current_page} of {last_page}
        </span>
      )}
    </form>
  );
}

const pageIn = (url: string | null) => url?.split('page=')[1];
