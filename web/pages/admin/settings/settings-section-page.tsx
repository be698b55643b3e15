import { formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { type SectionName, sections } from '#contracts/setting-sections.ts';
import type { SavedSection } from '#contracts/settings.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { currentUser } from '#web/session/session.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { SectionForm } from './section-form.tsx';

type Props = { saved: QueryState<ResponseOf<'GET /api/settings/:section'>> };

export const headFor = (): Head => ({ title: 'Settings' });

export function Page({ saved }: Props) {
  const { section = '' } = useRouteLocation().params;
  return (
    <AdminPage title={sections[section as SectionName].label}>
      {currentUser().staff_role === 'owner' && (
        <p className="settings-trail">
          <a className="text-link" href={pagePaths.settings}>
            All settings
          </a>
        </p>
      )}
      <AsyncView state={saved} loading="Loading settings..." skeleton={<div className="skeleton settings-skeleton" />}>
        {({ data }) => (
          <>
            <VersionLine saved={data} />
            <SectionForm key={section} saved={data} />
          </>
        )}
      </AsyncView>
    </AdminPage>
  );
}

function VersionLine({ saved: { section, version, saved_at, saved_by } }: { saved: SavedSection }) {
  return (
    <p className="settings-version">
      {saved_at
        ? `Version ${version}, saved ${formatShortDateTime(saved_at)} by ${saved_by ?? 'someone'}.`
        : 'Nothing was changed yet.'}{' '}
      {version > 0 && (
        <a className="text-link" href={pagePaths.settingVersions(section)}>
          See versions
        </a>
      )}
    </p>
  );
}
