import { expect, test } from 'vitest';
import { lightboxReducer, openLightbox } from './lightbox-state.ts';

const reduce = lightboxReducer(37);

test('opening starts autoplay unless reduced motion is preferred', () => {
  expect(openLightbox(3, false).playing).toBe(true);
  expect(openLightbox(3, true).playing).toBe(false);
});

test('navigation wraps at both ends', () => {
  expect(reduce(openLightbox(36, false), { type: 'next' }).index).toBe(0);
  expect(reduce(openLightbox(0, false), { type: 'previous' }).index).toBe(36);
});

test('manual navigation keeps autoplay running; pausing stops it', () => {
  const moved = reduce(openLightbox(0, false), { type: 'next' });

  expect(moved.playing).toBe(true);
  expect(reduce(moved, { type: 'toggle' }).playing).toBe(false);
});

test('a timer started for another picture is ignored', () => {
  expect(reduce(openLightbox(5, false), { type: 'timeout', index: 5 }).index).toBe(6);
  expect(reduce(openLightbox(5, false), { type: 'timeout', index: 4 }).index).toBe(5);
});

test('the previous picture stays visible until the next has loaded', () => {
  const moved = reduce(openLightbox(0, false), { type: 'next' });

  expect(moved.visible).toBe(0);
  expect(reduce(moved, { type: 'loaded', index: 2 }).visible).toBe(0);
  expect(reduce(moved, { type: 'loaded', index: 1 }).visible).toBe(1);
});
