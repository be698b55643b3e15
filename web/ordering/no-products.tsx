import { Logo } from '#web/layout/logo.tsx';

/** The empty state, with a link to clear the search if there is one. */
export function NoProducts({ page, searched }: { page: string; searched: boolean }) {
  return (
    <div className="state-empty" role="status">
      <Logo />
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
