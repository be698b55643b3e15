import { type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef } from 'react';
import type { GalleryEntry } from '#contracts/words.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LightboxSlides } from './lightbox-slides.tsx';
import { AUTOPLAY_MS, lightboxReducer, openLightbox } from './lightbox-state.ts';
import './lightbox.css';

const SWIPE_PX = 40;

type Props = { pictures: GalleryEntry[]; first: number; onClose(): void };

export function Lightbox({ pictures, first, onClose }: Props) {
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const [state, dispatch] = useReducer(lightboxReducer(pictures.length), openLightbox(first, reducedMotion));
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const swipeStart = useRef<number>(undefined);
  const { index, playing } = state;
  const playLabel = playing ? 'Pause' : 'Play';

  useEffect(() => {
    dialog.current?.showModal();
    closeButton.current?.focus();
  }, []);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => dispatch({ type: 'timeout', index }), AUTOPLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, index]);

  function handleKey({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') dispatch({ type: 'next' });
    if (key === 'ArrowLeft') dispatch({ type: 'previous' });
  }

  function handlePointerUp({ clientX }: PointerEvent) {
    const distance = clientX - (swipeStart.current ?? clientX);
    swipeStart.current = undefined;
    if (Math.abs(distance) >= SWIPE_PX) dispatch({ type: distance < 0 ? 'next' : 'previous' });
  }

  return (
    <dialog ref={dialog} className="lightbox dark" aria-label="Image viewer" onClose={onClose} onKeyDown={handleKey}>
      <p className="lightbox-count tabular-nums" aria-live={playing ? 'off' : 'polite'}>
        Image {index + 1} of {pictures.length}
      </p>
      <button
        className="icon-button lightbox-close"
        type="button"
        ref={closeButton}
        aria-label="Close"
        onClick={() => dialog.current?.close()}
      >
        <Icon name="close" />
      </button>
      <div
        className="lightbox-stage"
        onPointerDown={({ clientX }) => {
          swipeStart.current = clientX;
        }}
        onPointerUp={handlePointerUp}
      >
        <LightboxSlides
          pictures={pictures}
          state={state}
          onLoaded={(loaded) => dispatch({ type: 'loaded', index: loaded })}
        />
      </div>
      <p className="lightbox-caption">{pictures[index]?.caption}</p>
      <button
        className="icon-button lightbox-previous"
        type="button"
        aria-label="Previous"
        onClick={() => dispatch({ type: 'previous' })}
      >
        <Icon name="back" size={26} />
      </button>
      <button
        className="icon-button lightbox-play"
        type="button"
        aria-label={playLabel}
        onClick={() => dispatch({ type: 'toggle' })}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button
        className="icon-button lightbox-next"
        type="button"
        aria-label="Next"
        onClick={() => dispatch({ type: 'next' })}
      >
        <Icon name="forward" size={26} />
      </button>
    </dialog>
  );
}
