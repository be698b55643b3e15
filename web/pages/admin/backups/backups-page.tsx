import { formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { BackUpNow } from './back-up-now.tsx';
import { BackupItem } from './backup-item.tsx';
import { RestoreHelp } from './restore-help.tsx';

type Backups = ResponseOf<'GET /api/backups'>;

export const headFor = (): Head => ({ title: 'Backups' });

/** For owners. */
export function Page({ backups }: { backups: QueryState<Backups> }) {
  return (
    <AdminPage title="Backups">
      <p className="admin-lead">
        A backup is one file with the whole shop: products, orders, posts, people and pictures.
      </p>
      <p className="backups-note" role="note">
        It contains your customers' names and addresses. Keep copies on another machine, where only you can read them.
      </p>
      <AsyncView
        state={backups}
        loading="Loading backups..."
        skeleton={<div className="skeleton admin-row-skeleton" />}
      >
        {({ data, folder, last_backup_at, run }) => (
          <>
            <BackUpNow run={run} />
            <section aria-labelledby="backups-heading">
              <h2 className="admin-section" id="backups-heading">
                Latest backups
              </h2>
              <Elsewhere lastAt={last_backup_at} newestHere={data[0]?.created_at} />
              {data.length === 0 ? (
                <p className="admin-empty">No backups here yet.</p>
              ) : (
                <ul className="backups-list">
                  {data.map((backup) => (
                    <BackupItem key={backup.name} backup={backup} />
                  ))}
                </ul>
              )}
            </section>
            {data[0] && <RestoreHelp file={`${folder}/${data[0].name}`} />}
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

/** A command can write a backup to another folder, and each of several machines has a folder of its own. */
function Elsewhere({ lastAt, newestHere }: { lastAt: string | null; newestHere: string | undefined }) {
  if (!lastAt || (newestHere && newestHere >= lastAt)) return undefined;
  return <p>The last backup, of {formatShortDateTime(lastAt)}, is in another folder or on another machine.</p>;
}
