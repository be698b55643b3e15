// The order being collected, kept in this browser over reloads: which products, and how many pounds of each.
import { useSyncExternalStore } from 'react';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { readStorage, writeStorage } from '#web/session/browser-storage.ts';

export type Cart = { id: number; pounds: number }[];

const KEY = 'order';
const emptyCart: Cart = [];
const listeners = new Set<() => void>();
let cached: { text: string | null; lines: Cart } = { text: null, lines: emptyCart };

/** Empty on the server and while its page is taken over. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => emptyCart);
}

export function addToCart(id: number, pounds = 1): void {
  const there = readCart().find((line) => line.id === id);
  const more = { id, pounds: capPounds((there?.pounds ?? 0) + pounds) };
  saveCart(there ? readCart().map((line) => (line.id === id ? more : line)) : [...readCart(), more]);
}

export const setPounds = (id: number, pounds: number): void =>
  saveCart(readCart().map((line) => (line.id === id ? { id, pounds: capPounds(pounds) } : line)));

/** A line with more would not be believed when it is read again. */
const capPounds = (pounds: number): number => Math.min(pounds, MAX_POUNDS);

export const removeFromCart = (id: number): void => saveCart(readCart().filter((line) => line.id !== id));
export const clearCart = (): void => saveCart(emptyCart);

/** What another version, or a person with too much time, left there is not believed. */
function readCart(): Cart {
  const text = readStorage(KEY);
  if (text !== cached.text) cached = { text, lines: parseCart(text) };
  return cached.lines;
}

function parseCart(text: string | null): Cart {
  try {
    const lines: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(lines) ? lines.filter(isLine) : emptyCart;
  } catch {
    return emptyCart;
  }
}

const isLine = (line: unknown): line is Cart[number] =>
  Number.isSafeInteger(Object(line).id) &&
  Number.isSafeInteger(Object(line).pounds) &&
  Object(line).pounds >= 0 &&
  Object(line).pounds <= MAX_POUNDS;

function saveCart(lines: Cart): void {
  writeStorage(KEY, JSON.stringify(lines));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
