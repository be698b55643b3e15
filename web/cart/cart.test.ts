import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { addToCart, setLot, setPounds } from './cart.ts';

const COMET = 2;

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('window', { localStorage: sessionStorage });
});

const storedCart = () => JSON.parse(sessionStorage.getItem('order') ?? '');

test('pounds above the limit are capped and the line stays', () => {
  addToCart(COMET);

  setPounds(COMET, 1_500_000);
  expect(storedCart()).toEqual([{ id: COMET, pounds: MAX_POUNDS }]);

  addToCart(COMET);
  expect(storedCart()).toEqual([{ id: COMET, pounds: MAX_POUNDS }]);
});

test('a line keeps its lot when its pounds change', () => {
  addToCart(COMET);
  setLot(COMET, 7);
  setPounds(COMET, 5);
  addToCart(COMET, 2);
  expect(storedCart()).toEqual([{ id: COMET, pounds: 7, lot: 7 }]);
  setLot(COMET, undefined);
  expect(storedCart()).toEqual([{ id: COMET, pounds: 7 }]);
});
