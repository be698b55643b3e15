// The order being collected, kept in this browser over reloads: which products, and how many pounds of each.
import { useSyncExternalStore } from 'react';
import { MAX_POUNDS } from '#contracts/hop-format.ts';
import { store, stored } from '#web/session/browser-storage.ts';

export type Collected = { id: number; pounds: number }[];

const KEY = 'order';
const nothing: Collected = [];
const listeners = new Set<() => void>();
let known: { text: string | null; lines: Collected } = { text: null, lines: nothing };

/** Empty on the server and while its page is taken over. */
export function useCollected(): Collected {
  return useSyncExternalStore(subscribe, collected, () => nothing);
}

export function collect(id: number, pounds = 1): void {
  const there = collected().find((line) => line.id === id);
  const more = { id, pounds: atMost((there?.pounds ?? 0) + pounds) };
  keep(there ? collected().map((line) => (line.id === id ? more : line)) : [...collected(), more]);
}

export const setPounds = (id: number, pounds: number): void =>
  keep(collected().map((line) => (line.id === id ? { id, pounds: atMost(pounds) } : line)));

/** A line with more would not be believed when it is read again. */
const atMost = (pounds: number): number => Math.min(pounds, MAX_POUNDS);

export const remove = (id: number): void => keep(collected().filter((line) => line.id !== id));
export const clear = (): void => keep(nothing);

/** What another version, or a person with too much time, left there is not believed. */
function collected(): Collected {
  const text = stored(KEY);
  if (text !== known.text) known = { text, lines: read(text) };
  return known.lines;
}

function read(text: string | null): Collected {
  try {
    const lines: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(lines) ? lines.filter(isLine) : nothing;
  } catch {
    return nothing;
  }
}

const isLine = (line: unknown): line is Collected[number] =>
  Number.isSafeInteger(Object(line).id) &&
  Number.isSafeInteger(Object(line).pounds) &&
  Object(line).pounds >= 0 &&
  Object(line).pounds <= MAX_POUNDS;

function keep(lines: Collected): void {
  store(KEY, JSON.stringify(lines));
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
