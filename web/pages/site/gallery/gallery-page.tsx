import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { farm } from '#content/farm.ts';
import { type GalleryPicture as Entry, gallery, galleryNote } from '#content/gallery.ts';
import { pictureFolders } from '#contracts/pictures.ts';
import { DeferBelowFold } from '#web/layout/defer-below-fold.tsx';
import type { Head } from '#web/router/route-definition.ts';
import { preloadsOf } from '#web/ui/picture.tsx';
import { GalleryPicture, nameOf } from './gallery-picture.tsx';
import './gallery-page.css';

const loadLightbox = () => import('./lightbox.tsx');
const Lightbox = lazy(() => loadLightbox().then((module) => ({ default: module.Lightbox })));

export const headFor = (): Head => ({
  title: 'Gallery',
  description: `${gallery.length} pictures of a year with hops at ${farm.brand}: strings, bines, cones, kiln and river.`,
  preloads: gallery.slice(0, 1).flatMap((first) => preloadsOf({ folder, name: nameOf(first), sizes: sizesAt(0) })),
});

const folder = pictureFolders.project;

const EAGER = 3;
/** One repeat of the layout, more than fits the first screen. */
const REPEAT = 12;

export function Page() {
  const [openIndex, setOpenIndex] = useState<number>();

  function open(event: MouseEvent, index: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setOpenIndex(index);
  }

  const renderPicture = (picture: Entry, index: number) => (
    <li key={picture.file}>
      {/* A link to the file; with script it opens the lightbox. */}
      <a
        href={folder + nameOf(picture)}
        aria-label={`Open image ${index + 1} of ${gallery.length}: ${picture.alt}`}
        onClick={(event) => open(event, index)}
        onPointerEnter={loadLightbox}
      >
        <GalleryPicture picture={picture} alt="" sizes={sizesAt(index)} eager={index === 0 ? 'first' : index < EAGER} />
      </a>
    </li>
  );

  return (
    <div className="wrap">
      <div className="gallery-head">
        <h1>Gallery</h1>
        <p>{galleryNote}</p>
      </div>
      <ul className="gallery-grid">
        {gallery.slice(0, REPEAT).map(renderPicture)}
        <DeferBelowFold>
          {gallery.slice(REPEAT).map((picture, index) => renderPicture(picture, REPEAT + index))}
        </DeferBelowFold>
      </ul>
      {openIndex !== undefined && (
        <Suspense>
          <Lightbox first={openIndex} onClose={() => setOpenIndex(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** The layout repeats every twelve pictures; two of them are large. */
function sizesAt(index: number): string {
  if (index === gallery.length - 1) return '(max-width: 1440px) 100vw, 1344px';
  if (index % 6 === 0) return '(max-width: 699px) 100vw, (max-width: 1440px) 64vw, 892px';
  return '(max-width: 699px) 50vw, (max-width: 1440px) 31vw, 440px';
}
