import { useState } from 'react';
import type { Post } from '#contracts/blog.ts';
import { formatShortDateTime } from '#contracts/dates.ts';
import type { PostRevision } from '#contracts/post-versions.ts';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { type VersionChange, VersionDiff } from '#web/ui/version-diff.tsx';
import { changedLabels, contentTexts, fieldLabels } from './post-changes.ts';

type Props = {
  post: Post;
  busy: boolean;
  /** Goes back to an older version. */
  onRestore(version: number): void;
};

/** Every version of the edited post: who saved it, when, what changed, and the way back. */
export function PostVersions(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className="post-versions" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Versions</summary>
      {open && <VersionList {...props} />}
    </details>
  );
}

/** Older versions follow on request, each page in a list of its own. */
function VersionList({ before, ...props }: Props & { before?: number }) {
  const { id } = props.post;
  const state = useQuery(
    query('GET /api/admin/blogs/:id/revisions', { params: { id }, query: before ? { before } : {} }),
  );
  const [showsOlder, setShowsOlder] = useState(false);
  return (
    <AsyncView state={state} loading="Loading versions..." skeleton={<div className="skeleton post-skeleton" />}>
      {({ data, next_page_url }) => (
        <>
          <ol className="version-list">
            {data.map((revision) => (
              <VersionItem key={revision.version} revision={revision} {...props} />
            ))}
          </ol>
          {next_page_url && !showsOlder && (
            <button className="button" type="button" onClick={() => setShowsOlder(true)}>
              Show older versions
            </button>
          )}
          {next_page_url && showsOlder && <VersionList {...props} before={data.at(-1)?.version ?? 1} />}
        </>
      )}
    </AsyncView>
  );
}

function VersionItem({ revision, post, busy, onRestore }: Props & { revision: PostRevision }) {
  const { version, changes } = revision;
  const [open, setOpen] = useState(false);
  const isCurrent = version === post.version;
  const panel = `version-${version}`;
  return (
    <li>
      <div>
        <h4>
          Version {version}
          {isCurrent && ' (current)'}
        </h4>
        <p className="admin-faint">{describe(revision)}</p>
      </div>
      <div className="version-actions">
        {changes.length > 0 && (
          <button
            className="button"
            type="button"
            aria-expanded={open}
            aria-controls={panel}
            aria-label={`${open ? 'Hide' : 'Show'} changes of version ${version}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Show'} changes
          </button>
        )}
        {isCurrent
          ? version > 1 && (
              <button className="button" type="button" disabled={busy} onClick={() => onRestore(version - 1)}>
                Undo
              </button>
            )
          : version < post.version && (
              <button
                className="button"
                type="button"
                disabled={busy}
                aria-label={`Go back to version ${version}`}
                onClick={() => onRestore(version)}
              >
                Go back
              </button>
            )}
      </div>
      <div id={panel} className="version-changes">
        {open && <VersionDiff changes={changes.map(toVersionChange)} />}
      </div>
    </li>
  );
}

function describe(revision: PostRevision): string {
  const { version, who, at, restored_version, changes } = revision;
  const what =
    restored_version !== null
      ? `Version ${restored_version} restored`
      : changes.length > 0
        ? `Changed: ${changedLabels(revision)}`
        : version === 1 && 'First version';
  return [who, formatShortDateTime(at), what].filter(Boolean).join(' · ');
}

function toVersionChange({ field, before, after }: PostRevision['changes'][number]): VersionChange {
  const label = fieldLabels[field];
  switch (field) {
    case 'content':
      return { label, ...contentTexts(before, after) };
    case 'image_url':
      return { label, before: pictureOf(before), after: pictureOf(after) };
    case 'published_at':
      return { label, before: timeOf(before), after: timeOf(after) };
    default:
      return { label, before, after };
  }
}

const pictureOf = (name: string) => (name ? <BlogPicture name={name} alt="" sizes="120px" /> : 'No image');
/** Not compared word by word. */
const timeOf = (iso: string) => <>{iso ? formatShortDateTime(iso) : 'Draft'}</>;
