import { gallery } from '#content/gallery.ts';
import { GalleryPicture } from './gallery-picture.tsx';
import type { LightboxState } from './lightbox-state.ts';

/** The picture and its neighbours: those are there, unseen, so that they are loaded when their turn comes. */
export function LightboxSlides({ state, onLoaded }: { state: LightboxState; onLoaded(index: number): void }) {
  const { index, seen } = state;
  const around = [index - 1, index, index + 1].map((each) => (each + gallery.length) % gallery.length);
  return [...new Set([...around, seen])].map((each) => {
    const picture = gallery[each];
    if (!picture) return null;
    const current = each === index;
    return (
      <div
        key={picture.file}
        className={`lightbox-slide${stateOf(each, state)}`}
        aria-hidden={!current}
        onLoad={() => onLoaded(each)}
      >
        <GalleryPicture picture={picture} alt={current ? picture.alt : ''} sizes="100vw" eager />
      </div>
    );
  });
}

function stateOf(each: number, { index, seen }: LightboxState): string {
  if (each === index) return ' lightbox-slide-current';
  return each === seen ? ' lightbox-slide-waiting' : '';
}
