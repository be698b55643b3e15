import { Heron } from '../layout/heron.tsx';

/** Nothing has such a name; the way out is the page without a search. */
export function NoProducts({ page }: { page: string }) {
  return (
    <div className="state-empty" role="status">
      <Heron />
      <div>
        <strong>No products found.</strong>
        <a className="text-link" href={page}>
          Clear the search
        </a>
      </div>
    </div>
  );
}
