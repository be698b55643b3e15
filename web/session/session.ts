// Who is logged in, as the specification keeps it: `authToken` and `user` in localStorage.
import { useSyncExternalStore } from 'react';
import type { Person } from '#contracts/accounts.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { readStorage, removeStorage, writeStorage } from './browser-storage.ts';

const TOKEN = 'authToken';
const USER = 'user';

export function bearerHeader(): Record<string, string> {
  const token = readStorage(TOKEN);
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function saveSession(token: string, user: Person): void {
  writeStorage(TOKEN, token);
  writeStorage(USER, JSON.stringify(user));
}

export function clearSession(): void {
  removeStorage(TOKEN);
  removeStorage(USER);
}

export const isLoggedIn = (): boolean => readStorage(TOKEN) !== null;

/** The person as stored at login; the server decides by the token alone. */
export function currentUser(): Partial<Person> {
  try {
    return Object(JSON.parse(readStorage(USER) ?? '{}'));
  } catch {
    return {};
  }
}

/** False on the server and while its page is taken over; a login in another window counts at once. */
export function useLoggedIn(): boolean {
  return useSyncExternalStore(listen, isLoggedIn, () => false);
}

export function useIsStaff(): boolean {
  return useSyncExternalStore(
    listen,
    () => isLoggedIn() && currentUser().role === 'admin',
    () => false,
  );
}

function listen(changed: () => void) {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}

/** The specification's rule for a load that means "log in again"; it goes by the message, and only here. */
export const endsSession = (why: string): boolean => why.includes('Unauthenticated') || why.includes('Failed');

/** Why somebody was sent to the login page, and where they were. Kept for this window, so that the address stays plain. */
export type LoginRedirect = { reason: (typeof reasons)[number]; from: string };
const reasons = ['first', 'session', 'load'] as const;

const LOGIN_REDIRECT = 'sentToLogin';

export function redirectToLogin(why: string, wasLoggedIn: boolean): void {
  const ended = wasLoggedIn ? 'session' : 'first';
  const sent: LoginRedirect = {
    reason: why.includes('Unauthenticated') ? ended : 'load',
    from: location.pathname + location.search,
  };
  writeStorage(LOGIN_REDIRECT, JSON.stringify(sent), 'sessionStorage');
  location.assign(location.pathname.toLowerCase() === pagePaths.dashboard ? '/admin/login' : pagePaths.login);
}

export function readLoginRedirect(): LoginRedirect | undefined {
  try {
    const sent: unknown = JSON.parse(readStorage(LOGIN_REDIRECT, 'sessionStorage') ?? 'null');
    return isLoginRedirect(sent) ? sent : undefined;
  } catch {
    return undefined;
  }
}

/** What another version left there is not believed. */
const isLoginRedirect = (sent: unknown): sent is LoginRedirect =>
  reasons.includes(Object(sent).why) && typeof Object(sent).from === 'string';

export const clearLoginRedirect = (): void => removeStorage(LOGIN_REDIRECT, 'sessionStorage');
