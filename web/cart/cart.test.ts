import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { addToCart, setPounds } from './cart.ts';

const COMET = 2;

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('window', { localStorage: sessionStorage });
});

const kept = () => JSON.parse(sessionStorage.getItem('order') ?? '');

test('more pounds than an order may have are the most it may have, and the line stays', () => {
  addToCart(COMET);

  setPounds(COMET, 1_500_000);
  expect(kept()).toEqual([{ id: COMET, pounds: MAX_POUNDS }]);

  addToCart(COMET);
  expect(kept()).toEqual([{ id: COMET, pounds: MAX_POUNDS }]);
});
