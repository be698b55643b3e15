import type { GalleryEntry } from '#contracts/words.ts';
import { ChosenPicture } from '#web/layout/chosen-picture.tsx';
import type { LightboxState } from './lightbox-state.ts';

type Props = { pictures: GalleryEntry[]; state: LightboxState; onLoaded(index: number): void };

/** The current picture and its neighbors, which are rendered hidden to preload them. */
export function LightboxSlides({ pictures, state, onLoaded }: Props) {
  const { index, visible } = state;
  const neighbors = [index - 1, index, index + 1].map((each) => (each + pictures.length) % pictures.length);
  return [...new Set([...neighbors, visible])].map((each) => {
    const picture = pictures[each];
    if (!picture) return null;
    const current = each === index;
    return (
      <div
        key={picture.name}
        className={`lightbox-slide${classFor(each, state)}`}
        aria-hidden={!current}
        onLoad={() => onLoaded(each)}
      >
        <ChosenPicture
          folder={picture.folder}
          name={picture.name}
          alt={current ? picture.alt : ''}
          sizes="100vw"
          eager
        />
      </div>
    );
  });
}

function classFor(each: number, { index, visible }: LightboxState): string {
  if (each === index) return ' lightbox-slide-current';
  return each === visible ? ' lightbox-slide-previous' : '';
}
