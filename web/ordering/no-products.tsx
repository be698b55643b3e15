import { Heron } from '#web/layout/heron.tsx';

/** Nothing has such a name, and the way out is the page without a search; or there is nothing at all. */
export function NoProducts({ page, searched }: { page: string; searched: boolean }) {
  return (
    <div className="state-empty" role="status">
      <Heron />
      <div>
        <strong>No products found.</strong>
        {searched && (
          <a className="text-link" href={page}>
            Clear the search
          </a>
        )}
      </div>
    </div>
  );
}
