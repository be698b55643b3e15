import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { EmailItem } from './email-item.tsx';

type Emails = ResponseOf<'GET /api/emails'>;

export const headFor = (): Head => ({ title: 'Mail' });

export function Page({ emails }: { emails: QueryState<Emails> }) {
  const unsent = useRouteLocation().searchParams.has('unsent');
  return (
    <AdminPage title="Mail">
      <p className="admin-lead">What the shop sent in the last 90 days, newest first.</p>
      <nav className="mail-filter" aria-label="Filter">
        <a className="button" href={pagePaths.mail} aria-current={unsent ? undefined : 'true'}>
          All
        </a>
        <a className="button" href={`${pagePaths.mail}?unsent=true`} aria-current={unsent ? 'true' : undefined}>
          Not sent
        </a>
      </nav>
      <AsyncView state={emails} loading="Loading mail..." skeleton={<div className="skeleton admin-row-skeleton" />}>
        {({ data, next_page_url, has_mail_server }) => (
          <>
            {!has_mail_server && <NoMailServer />}
            {data.length === 0 ? (
              <p className="admin-empty">{unsent ? 'Everything was sent.' : 'No emails yet.'}</p>
            ) : (
              <ul className="mail-list">
                {data.map((email) => (
                  <EmailItem key={email.id} email={email} />
                ))}
              </ul>
            )}
            <Older url={next_page_url} />
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

const NoMailServer = () => (
  <p className="mail-note" role="note">
    No mail server is set up, so buyers get no emails. They are saved as files on the shop's computer instead. To send
    them, set SMTP_URL.
  </p>
);

function Older({ url }: { url: string | null }) {
  const { searchParams } = useRouteLocation();
  if (!url && !searchParams.has('before')) return undefined;
  return (
    <nav className="pager" aria-label="Pages">
      {searchParams.has('before') && (
        <a className="button" href={pagePaths.mail}>
          Newest
        </a>
      )}
      {url && (
        <a className="button" href={pagePaths.mail + url.replace(/^[^?]*/, '')}>
          Older
        </a>
      )}
    </nav>
  );
}
