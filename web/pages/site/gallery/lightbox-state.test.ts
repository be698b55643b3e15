import { expect, test } from 'vitest';
import { lightboxReducer, openLightbox } from './lightbox-state.ts';

const next = lightboxReducer(37);

test('opening starts autoplay, except for those who asked for less motion', () => {
  expect(openLightbox(3, false).playing).toBe(true);
  expect(openLightbox(3, true).playing).toBe(false);
});

test('it wraps at both ends', () => {
  expect(next(openLightbox(36, false), { type: 'next' }).index).toBe(0);
  expect(next(openLightbox(0, false), { type: 'previous' }).index).toBe(36);
});

test('moving by hand does not stop it, pausing does', () => {
  const moved = next(openLightbox(0, false), { type: 'next' });

  expect(moved.playing).toBe(true);
  expect(next(moved, { type: 'play or pause' }).playing).toBe(false);
});

test('time that was up for another picture moves nothing', () => {
  expect(next(openLightbox(5, false), { type: 'time is up', index: 5 }).index).toBe(6);
  expect(next(openLightbox(5, false), { type: 'time is up', index: 4 }).index).toBe(5);
});

test('the last picture is seen until the next has loaded', () => {
  const moved = next(openLightbox(0, false), { type: 'next' });

  expect(moved.seen).toBe(0);
  expect(next(moved, { type: 'loaded', index: 2 }).seen).toBe(0);
  expect(next(moved, { type: 'loaded', index: 1 }).seen).toBe(1);
});
