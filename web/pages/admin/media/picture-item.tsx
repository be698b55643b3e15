import { type SubmitEvent, useRef, useState } from 'react';
import { farmDay, formatShortDay } from '#contracts/dates.ts';
import type { LibraryPicture } from '#contracts/media.ts';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { nameOf } from '#web/library/library-dialog.tsx';
import { mutate } from '#web/query/mutate.ts';
import { useQueryCache } from '#web/query/query-cache.ts';
import { RequestError } from '#web/query/request.ts';
import { useSubmit } from '#web/query/use-submit.ts';
import { useUnsavedChanges } from '#web/router/unsaved-changes.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.tsx';

const PICTURES = '/api/pictures';

export function PictureItem({ picture }: { picture: LibraryPicture }) {
  const { name, url, width, height, created_at, uses } = picture;
  return (
    <li>
      <a className="media-thumb" href={url} target="_blank" rel="noreferrer" aria-label={`Open ${nameOf(picture)}`}>
        <BlogPicture name={name} alt="" sizes="240px" />
      </a>
      <div className="media-details">
        <Uses picture={picture} />
        <AltText picture={picture} />
        <p className="media-foot">
          <span className="admin-faint">
            {width} × {height} · {formatShortDay(farmDay(created_at))}
          </span>
          {uses.length === 0 && <Remove picture={picture} />}
        </p>
      </div>
    </li>
  );
}

function Uses({ picture: { uses, removal_at } }: { picture: LibraryPicture }) {
  if (uses.length === 0)
    return <p>Not used.{removal_at && ` It will be removed on ${formatShortDay(farmDay(removal_at))}.`}</p>;
  return (
    <ul className="media-uses">
      {uses.map(({ where, path }) => (
        <li key={where}>
          <a href={path}>{where}</a>
        </li>
      ))}
    </ul>
  );
}

function AltText({ picture: { name, alt, version } }: { picture: LibraryPicture }) {
  const queryCache = useQueryCache();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(alt);
  const [base, setBase] = useState(alt);
  // A colleague's text replaces the old one, but not what is being typed here.
  if (alt !== base) {
    setBase(alt);
    if (text === base) setText(alt);
  }
  const [conflict, setConflict] = useState<{ alt: string; version: number }>();
  const { busy, error, submit } = useSubmit();
  useUnsavedChanges(text !== alt);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void submit(async () => {
      try {
        await mutate('PUT /api/pictures/:name', {
          params: { name },
          body: { alt: text, version: conflict?.version ?? version },
        });
      } catch (failure) {
        if (failure instanceof RequestError && isAlt(failure.current)) setConflict(failure.current);
        throw failure;
      }
      setConflict(undefined);
      queryCache.refetch(PICTURES);
      toast({ text: 'The text is saved.' });
      // The button goes away.
      input.current?.focus();
    });
  }

  return (
    <form method="post" noValidate onSubmit={save}>
      <Field
        ref={input}
        label="Alternative text"
        help={
          conflict ? `It now says: “${conflict.alt}”. Saving replaces that.` : "For people who can't see the picture"
        }
        error={error.text || undefined}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text !== alt && (
        <button className="button" type="submit" aria-busy={busy} disabled={busy}>
          Save text
        </button>
      )}
    </form>
  );
}

const isAlt = (value: unknown): value is { alt: string; version: number } =>
  typeof value === 'object' && value !== null && 'alt' in value && 'version' in value;

function Remove({ picture }: { picture: LibraryPicture }) {
  const queryCache = useQueryCache();
  const [asking, setAsking] = useState(false);
  const { busy, error, submit } = useSubmit();
  const remove = () =>
    submit(async () => {
      setAsking(false);
      const { message } = await mutate('DELETE /api/pictures/:name', { params: { name: picture.name } });
      toast({ text: message });
      queryCache.refetch(PICTURES);
    });
  return (
    <>
      <button
        className="button button-danger"
        type="button"
        aria-busy={busy}
        disabled={busy}
        aria-label={`Remove ${nameOf(picture)}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </button>
      {error.text && (
        <span className="form-error" role="alert">
          {error.text}
        </span>
      )}
      {asking && (
        <ConfirmDialog
          text="Remove this picture for good?"
          confirmLabel="Remove picture"
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
