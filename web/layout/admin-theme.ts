// The back office is dark if the system is, unless someone chose otherwise on this device.
import { useSyncExternalStore } from 'react';
import { readStorage, removeStorage, writeStorage } from '#web/session/browser-storage.ts';

export type Theme = 'light' | 'dark';

const CHOICE = 'theme';
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const systemTheme = (): Theme => (systemIsDark.matches ? 'dark' : 'light');

function currentTheme(): Theme {
  const choice = readStorage(CHOICE);
  return choice === 'light' || choice === 'dark' ? choice : systemTheme();
}

function applyTheme(theme = currentTheme()) {
  document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Follows the system and the choice made in other tabs. */
export function followTheme(): void {
  applyTheme();
  systemIsDark.addEventListener('change', () => applyTheme());
  addEventListener('storage', ({ key }) => key === CHOICE && applyTheme());
}

/** Choosing what the system has already means to follow the system again. */
export function chooseTheme(theme: Theme): void {
  if (theme === systemTheme()) removeStorage(CHOICE);
  else writeStorage(CHOICE, theme);
  // Not from storage, which may be blocked.
  applyTheme(theme);
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'),
  );
