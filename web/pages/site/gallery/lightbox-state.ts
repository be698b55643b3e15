// The lightbox's life: which picture, playing or not, and which one can be seen while the next loads.

export type LightboxState = { index: number; playing: boolean; seen: number };

export type LightboxEvent =
  | { type: 'next' | 'previous' }
  | { type: 'play or pause' }
  | { type: 'time is up' | 'loaded'; index: number };

export const AUTOPLAY_MS = 3000;

export const openLightbox = (index: number, calm: boolean): LightboxState => ({ index, playing: !calm, seen: index });

export const lightboxReducer =
  (count: number) =>
  (state: LightboxState, event: LightboxEvent): LightboxState => {
    switch (event.type) {
      case 'next':
        return { ...state, index: (state.index + 1) % count };
      case 'previous':
        return { ...state, index: (state.index + count - 1) % count };
      case 'play or pause':
        return { ...state, playing: !state.playing };
      case 'time is up':
        return event.index === state.index ? { ...state, index: (state.index + 1) % count } : state;
      case 'loaded':
        return event.index === state.index ? { ...state, seen: event.index } : state;
    }
  };
