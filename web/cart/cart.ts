// The cart, stored in this browser: product ids and pounds, and the lot if the buyer chose one.
import { useSyncExternalStore } from 'react';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { readStorage, writeStorage } from '#web/session/browser-storage.ts';

export type Cart = { id: number; pounds: number; lot?: number }[];

const KEY = 'order';
const emptyCart: Cart = [];
const listeners = new Set<() => void>();
let cached: { text: string | null; lines: Cart } = { text: null, lines: emptyCart };

/** Empty on the server and during hydration. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribe, readCart, () => emptyCart);
}

/** False if the browser blocks storage. */
export function addToCart(id: number, pounds = 1): boolean {
  const existing = readCart().find((line) => line.id === id);
  const updated = { ...existing, id, pounds: capPounds((existing?.pounds ?? 0) + pounds) };
  return saveCart(existing ? readCart().map((line) => (line.id === id ? updated : line)) : [...readCart(), updated]);
}

export const setPounds = (id: number, pounds: number): void =>
  void saveCart(readCart().map((line) => (line.id === id ? { ...line, pounds: capPounds(pounds) } : line)));

/** Without a lot: any. */
export const setLot = (id: number, lot: number | undefined): void =>
  void saveCart(readCart().map((line) => (line.id === id ? { id, pounds: line.pounds, ...(lot && { lot }) } : line)));

/** Lines above the limit would be dropped by `isLine` on the next read. */
const capPounds = (pounds: number): number => Math.min(pounds, MAX_POUNDS);

export const removeFromCart = (id: number): void => void saveCart(readCart().filter((line) => line.id !== id));
/** Puts these lines into it, in place of what it has of the same hops. */
export const fillCart = (lines: Cart): void =>
  void saveCart([...readCart().filter(({ id }) => !lines.some((line) => line.id === id)), ...lines]);
export const clearCart = (): void => void saveCart(emptyCart);

/** Stored data may come from another version or be edited by hand, so it is validated. */
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
  Object(line).pounds <= MAX_POUNDS &&
  (Object(line).lot === undefined || Number.isSafeInteger(Object(line).lot));

function saveCart(lines: Cart): boolean {
  const saved = writeStorage(KEY, JSON.stringify(lines));
  for (const listener of listeners) listener();
  return saved;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
