import { type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef } from 'react';
import { gallery } from '#content/gallery.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LightboxSlides } from './lightbox-slides.tsx';
import { AUTOPLAY_MS, lightboxReducer, openLightbox } from './lightbox-state.ts';
import './lightbox.css';

const SWIPE_PX = 40;

export function Lightbox({ first, onClose }: { first: number; onClose(): void }) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const [state, send] = useReducer(lightboxReducer(gallery.length), openLightbox(first, calm));
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const touched = useRef<number>(undefined);
  const { index, playing } = state;
  const turn = playing ? 'Pause' : 'Play';

  useEffect(() => {
    dialog.current?.showModal();
    close.current?.focus();
  }, []);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => send({ type: 'time is up', index }), AUTOPLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, index]);

  function pressed({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') send({ type: 'next' });
    if (key === 'ArrowLeft') send({ type: 'previous' });
  }

  function lifted({ clientX }: PointerEvent) {
    const moved = clientX - (touched.current ?? clientX);
    touched.current = undefined;
    if (Math.abs(moved) >= SWIPE_PX) send({ type: moved < 0 ? 'next' : 'previous' });
  }

  return (
    <dialog ref={dialog} className="lightbox dark" aria-label="Image viewer" onClose={onClose} onKeyDown={pressed}>
      <p className="lightbox-count tabular-nums" aria-live={playing ? 'off' : 'polite'}>
        Image {index + 1} of {gallery.length}
      </p>
      <button
        className="icon-button lightbox-close"
        type="button"
        ref={close}
        aria-label="Close"
        onClick={() => dialog.current?.close()}
      >
        <Icon name="close" />
      </button>
      <div
        className="lightbox-stage"
        onPointerDown={({ clientX }) => {
          touched.current = clientX;
        }}
        onPointerUp={lifted}
      >
        <LightboxSlides state={state} onLoaded={(loaded) => send({ type: 'loaded', index: loaded })} />
      </div>
      <p className="lightbox-caption">{gallery[index]?.caption}</p>
      <button
        className="icon-button lightbox-previous"
        type="button"
        aria-label="Previous"
        onClick={() => send({ type: 'previous' })}
      >
        <Icon name="back" size={26} />
      </button>
      <button
        className="icon-button lightbox-play"
        type="button"
        aria-label={turn}
        onClick={() => send({ type: 'play or pause' })}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button
        className="icon-button lightbox-next"
        type="button"
        aria-label="Next"
        onClick={() => send({ type: 'next' })}
      >
        <Icon name="forward" size={26} />
      </button>
    </dialog>
  );
}
