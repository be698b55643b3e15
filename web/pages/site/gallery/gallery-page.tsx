import { lazy, type MouseEvent, Suspense, useState } from 'react';
import type { ResponseOf } from '#contracts/endpoints.ts';
import type { PublicFarm } from '#contracts/farm.ts';
import type { GalleryEntry } from '#contracts/words.ts';
import { ChosenPicture } from '#web/layout/chosen-picture.tsx';
import { DeferBelowFold } from '#web/layout/defer-below-fold.tsx';
import type { QueryState } from '#web/query/query-state.ts';
import type { Head } from '#web/router/route-definition.ts';
import { AsyncView } from '#web/ui/async-view.tsx';
import { preloadsOf } from '#web/ui/picture.tsx';
import './gallery-page.css';

const loadLightbox = () => import('./lightbox.tsx');
const Lightbox = lazy(() => loadLightbox().then((module) => ({ default: module.Lightbox })));

type Props = { words: QueryState<ResponseOf<'GET /api/words/gallery'>> };

export function headFor({ words }: Props, { brand }: PublicFarm): Head {
  const title = 'Gallery';
  if (words.is !== 'ready') return { title };
  const { pictures } = words.data.data;
  return {
    title,
    description: `${pictures.length} pictures of a year with hops at ${brand}: strings, bines, cones, kiln and river.`,
    preloads: pictures.slice(0, 1).flatMap((first) => preloadsOf({ ...first, sizes: sizesAt(0, pictures.length) })),
  };
}

const EAGER = 3;
/** One repeat of the layout, more than fits the first screen. */
const REPEAT = 12;

export function Page({ words }: Props) {
  return (
    <div className="wrap">
      <div className="gallery-head">
        <h1>Gallery</h1>
        {words.is === 'ready' && <p>{words.data.data.note}</p>}
      </div>
      <AsyncView state={words} loading="Loading pictures..." skeleton={<div className="skeleton words-skeleton" />}>
        {({ data }) => <PictureGrid pictures={data.pictures} />}
      </AsyncView>
    </div>
  );
}

function PictureGrid({ pictures }: { pictures: GalleryEntry[] }) {
  const [openIndex, setOpenIndex] = useState<number>();

  function open(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpenIndex(index);
  }

  const renderPicture = (picture: GalleryEntry, index: number) => (
    <li key={picture.name}>
      {/* A link to the file; with script it opens the lightbox. */}
      <a
        href={picture.folder + picture.name}
        aria-label={`Open image ${index + 1} of ${pictures.length}: ${picture.alt}`}
        onClick={(event) => open(event, index)}
        onPointerEnter={loadLightbox}
      >
        <ChosenPicture
          folder={picture.folder}
          name={picture.name}
          alt=""
          sizes={sizesAt(index, pictures.length)}
          eager={index === 0 ? 'first' : index < EAGER}
        />
      </a>
    </li>
  );

  return (
    <>
      <ul className="gallery-grid">
        {pictures.slice(0, REPEAT).map(renderPicture)}
        <DeferBelowFold>
          {pictures.slice(REPEAT).map((picture, index) => renderPicture(picture, REPEAT + index))}
        </DeferBelowFold>
      </ul>
      {openIndex !== undefined && (
        <Suspense>
          <Lightbox pictures={pictures} first={openIndex} onClose={() => setOpenIndex(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The layout repeats every twelve pictures; two of them are large. */
function sizesAt(index: number, count: number): string {
  if (index === count - 1) return '(max-width: 1440px) 100vw, 1344px';
  if (index % 6 === 0) return '(max-width: 699px) 100vw, (max-width: 1440px) 64vw, 892px';
  return '(max-width: 699px) 50vw, (max-width: 1440px) 31vw, 440px';
}
