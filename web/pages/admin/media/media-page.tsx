import type { Pagination } from '#contracts/endpoint.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { PictureItem } from './picture-item.tsx';
import { UploadPictures } from './upload-pictures.tsx';

export const headFor = (): Head => ({ title: 'Pictures' });

export function Page({ pictures }: { pictures: QueryState<ResponseOf<'GET /api/pictures'>> }) {
  const unused = useRouteLocation().searchParams.has('unused');
  return (
    <AdminPage title="Pictures">
      <p className="admin-lead">
        Every picture that was uploaded, once. A picture that nothing uses is removed after 30 days, unless it was
        uploaded here or has an alternative text.
      </p>
      <UploadPictures />
      <nav className="media-filter" aria-label="Filter">
        <a className="button" href={pagePaths.media} aria-current={unused ? undefined : 'true'}>
          All
        </a>
        <a className="button" href={`${pagePaths.media}?unused=true`} aria-current={unused ? 'true' : undefined}>
          Not used
        </a>
      </nav>
      <AsyncView state={pictures} loading="Loading pictures..." skeleton={<div className="skeleton media-skeleton" />}>
        {({ data, pagination }) => (
          <>
            {data.length === 0 ? (
              <p className="admin-empty">{unused ? 'Every picture is used.' : 'No pictures yet.'}</p>
            ) : (
              <ul className="media-list">
                {data.map((picture) => (
                  <PictureItem key={picture.name} picture={picture} />
                ))}
              </ul>
            )}
            <Pages pagination={pagination} />
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function Pages({ pagination: { current_page, last_page, prev_page_url, next_page_url } }: { pagination: Pagination }) {
  if (!prev_page_url && !next_page_url) return undefined;
  const pageOf = (url: string) => pagePaths.media + url.replace(/^[^?]*/, '');
  return (
    <nav className="pager" aria-label="Pages">
      {prev_page_url && (
        <a className="button" href={pageOf(prev_page_url)}>
          Previous
        </a>
      )}
      {next_page_url && (
        <a className="button" href={pageOf(next_page_url)}>
          Next
        </a>
      )}
      <span className="pager-position">
        Page {current_page} of {last_page}
      </span>
    </nav>
  );
}
