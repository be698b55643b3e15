import { useEffect, useRef, useState } from 'react';
import { farmDay, formatShortDay } from '#contracts/dates.ts';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { LibraryPicture } from '#contracts/media.ts';
import { BlogPicture } from '#web/layout/blog-picture.tsx';
import { query } from '#web/query/query.ts';
import { useQuery } from '#web/query/use-query.ts';
import { AsyncView } from '#web/ui/async-view.tsx';

type Props = { onChoose(picture: LibraryPicture): void; onClose(): void };

/** Opens over a form. Has no form of its own, because forms cannot be nested. */
export function LibraryDialog({ onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [page, setPage] = useState(1);
  const pictures = useQuery(query('GET /api/pictures', { query: { page } }));
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="library-dialog"
      aria-labelledby="library-title"
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <div className="library-head">
        <h2 id="library-title">Choose a picture</h2>
        <button className="button" type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
      <AsyncView
        state={pictures}
        loading="Loading pictures..."
        skeleton={<div className="skeleton library-skeleton" />}
      >
        {(loaded) => (
          <Pictures
            pictures={loaded}
            onPage={setPage}
            onChoose={(picture) => {
              dialog.current?.close();
              onChoose(picture);
            }}
          />
        )}
      </AsyncView>
    </dialog>
  );
}

type PicturesProps = {
  pictures: ResponseOf<'GET /api/pictures'>;
  onPage(page: number): void;
  onChoose(picture: LibraryPicture): void;
};

function Pictures({ pictures: { data, pagination }, onPage, onChoose }: PicturesProps) {
  const { current_page, last_page } = pagination;
  if (data.length === 0) return <p>No pictures yet. Upload one first.</p>;
  return (
    <>
      <ul className="library-grid">
        {data.map((picture) => (
          <li key={picture.name}>
            <button type="button" aria-label={nameOf(picture)} onClick={() => onChoose(picture)}>
              <BlogPicture name={picture.name} alt="" sizes="160px" />
            </button>
          </li>
        ))}
      </ul>
      {last_page > 1 && (
        <div className="library-pages">
          <button
            className="button"
            type="button"
            disabled={current_page <= 1}
            onClick={() => onPage(current_page - 1)}
          >
            Previous
          </button>
          <button
            className="button"
            type="button"
            disabled={current_page >= last_page}
            onClick={() => onPage(current_page + 1)}
          >
            Next
          </button>
          <span>
            Page {current_page} of {last_page}
          </span>
        </div>
      )}
    </>
  );
}

/** What it shows, or else where or when to remember it from. */
export function nameOf({ alt, uses: [use], created_at }: LibraryPicture): string {
  if (alt) return alt;
  return use ? `Picture of ${use.where}` : `Picture of ${formatShortDay(farmDay(created_at))}`;
}
