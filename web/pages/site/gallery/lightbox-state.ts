// Lightbox state: the current picture, autoplay, and the picture that is visible while the next one loads.

export type LightboxState = { index: number; playing: boolean; visible: number };

export type LightboxEvent =
  | { type: 'next' | 'previous' }
  | { type: 'toggle' }
  | { type: 'timeout' | 'loaded'; index: number };

export const AUTOPLAY_MS = 3000;

export const openLightbox = (index: number, reducedMotion: boolean): LightboxState => ({
  index,
  playing: !reducedMotion,
  visible: index,
});

export const lightboxReducer =
  (count: number) =>
  (state: LightboxState, event: LightboxEvent): LightboxState => {
    switch (event.type) {
      case 'next':
        return { ...state, index: (state.index + 1) % count };
      case 'previous':
        return { ...state, index: (state.index + count - 1) % count };
      case 'toggle':
        return { ...state, playing: !state.playing };
      case 'timeout':
        return event.index === state.index ? { ...state, index: (state.index + 1) % count } : state;
      case 'loaded':
        return event.index === state.index ? { ...state, visible: event.index } : state;
    }
  };
