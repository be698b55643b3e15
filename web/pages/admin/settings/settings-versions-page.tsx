import { type Ref, useEffect, useRef, useState } from 'react';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { type SectionName, sections } from '#contracts/setting-sections.ts';
import type { SavedSection } from '#contracts/settings.ts';
import { AdminPage } from '#web/layout/admin-page.tsx';
import { mutate } from '#web/query/mutate.ts';
import { query } from '#web/query/query.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import type { QueryState } from '#web/query/query-state.ts';
import { useQuery } from '#web/query/use-query.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { type Head, useRouteLocation } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { FormError } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { SectionDiff } from './section-diff.tsx';
import { changesBetween } from './setting-changes.ts';

type Props = { versions: QueryState<ResponseOf<'GET /api/settings/:section/versions'>> };

export const headFor = (): Head => ({ title: 'Versions' });

export function Page({ versions }: Props) {
  const section = useRouteLocation().params.section as SectionName;
  return (
    <AdminPage title={`${sections[section].label}: versions`}>
      <p className="settings-trail">
        <a className="text-link" href={pagePaths.settingSection(section)}>
          Back to {sections[section].label}
        </a>
      </p>
      <AsyncView
        state={versions}
        loading="Loading versions..."
        skeleton={<div className="skeleton settings-skeleton" />}
      >
        {(versions) => <VersionList {...versions} />}
      </AsyncView>
    </AdminPage>
  );
}

function VersionList({ data, more }: ResponseOf<'GET /api/settings/:section/versions'>) {
  const shown = more ? data.slice(0, -1) : data;
  const isOlderPage = useRouteLocation().searchParams.has('before');
  const oldest = shown.at(-1);
  const current = useCurrentVersion(shown[0]);
  const [restored, setRestored] = useState<number>();
  const firstHeading = useRef<HTMLHeadingElement>(null);
  const isListed = restored === current && (shown[0]?.version === current || isOlderPage);
  useEffect(() => {
    if (isListed) firstHeading.current?.focus();
  }, [isListed]);
  return (
    <>
      <ol className="settings-versions">
        {shown.map((each, index) => (
          <VersionItem
            key={each.version}
            version={each}
            before={data[index + 1]}
            current={current}
            heading={index === 0 ? firstHeading : undefined}
            onRestore={setRestored}
          />
        ))}
      </ol>
      {more && oldest && (
        <a className="button" href={`${pagePaths.settingVersions(oldest.section)}?before=${oldest.version}`}>
          Older versions
        </a>
      )}
    </>
  );
}

/** On the first page it is the first; on a page of older ones it has to be asked for. */
function useCurrentVersion(first: SavedSection | undefined): number | undefined {
  const { params, searchParams } = useRouteLocation();
  const saved = useQuery(query('GET /api/settings/:section', { params: { section: params.section as SectionName } }));
  if (saved.is === 'ready') return saved.data.data.version;
  return searchParams.has('before') ? undefined : first?.version;
}

type ItemProps = {
  version: SavedSection;
  before: SavedSection | undefined;
  current: number | undefined;
  heading: Ref<HTMLHeadingElement> | undefined;
  /** With the number of the new version. */
  onRestore(version: number): void;
};

function VersionItem({ version: saved, before, current, heading, onRestore }: ItemProps) {
  const { section, version, value, saved_at, saved_by } = saved;
  const queryCache = useQueryCache();
  const { busy, error, submit } = useSubmit();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error.text) message.current?.scrollIntoView({ block: 'nearest' });
  }, [error.text]);
  const [open, setOpen] = useState(version === current);
  const changes = before && changesBetween(sections[section], before.value, value);
  const isCurrent = version === current;

  const restore = () =>
    submit(async () => {
      if (current === undefined) return;
      const body = { version: current, restore: version };
      // Also if it is refused: someone else saved a version. The list stays on screen, and with it the error.
      const { data } = await mutate('POST /api/settings/:section/restore', { params: { section }, body }).finally(() =>
        queryCache.refetch(`/api/settings/${section}`),
      );
      onRestore(data.version);
      toast({ text: `${version === 0 ? 'The original texts are' : `Version ${version} is`} back.` });
    });

  return (
    <li>
      <div className="settings-version-head">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {version === 0 ? 'Original texts' : `Version ${version}`}
            {isCurrent && <span className="admin-faint"> (current)</span>}
          </h2>
          {saved_at && (
            <p className="admin-faint">
              {formatShortDateTime(saved_at)}, {saved_by ?? 'someone'}
            </p>
          )}
        </div>
        {current !== undefined && !isCurrent && (
          <button className="button" type="button" aria-disabled={busy} onClick={restore}>
            Go back to this
          </button>
        )}
      </div>
      <div ref={message}>
        <FormError text={error.text} />
      </div>
      {changes && (
        <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{changes.length === 0 ? 'Nothing changed' : `What changed (${changes.length})`}</summary>
          {changes.length > 0 && <SectionDiff changes={changes} />}
        </details>
      )}
    </li>
  );
}
