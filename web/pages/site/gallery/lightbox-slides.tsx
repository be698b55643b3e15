import { gallery } from '#content/gallery.ts';
import { GalleryPicture } from './gallery-picture.tsx';
import type { LightboxState } from './lightbox-state.ts';

/** The current picture and its neighbors, which are rendered hidden to preload them. */
export function LightboxSlides({ state, onLoaded }: { state: LightboxState; onLoaded(index: number): void }) {
  const { index, visible } = state;
  const neighbors = [index - 1, index, index + 1].map((each) => (each + gallery.length) % gallery.length);
  return [...new Set([...neighbors, visible])].map((each) => {
    const picture = gallery[each];
    if (!picture) return null;
    const current = each === index;
    return (
      <div
        key={picture.file}
        className={`lightbox-slide${classFor(each, state)}`}
        aria-hidden={!current}
        onLoad={() => onLoaded(each)}
      >
        <GalleryPicture picture={picture} alt={current ? picture.alt : ''} sizes="100vw" eager />
      </div>
    );
  });
}

function classFor(each: number, { index, visible }: LightboxState): string {
  if (each === index) return ' lightbox-slide-current';
  return each === visible ? ' lightbox-slide-previous' : '';
}
