// The login session, stored as the specification says: `authToken` and `user` in localStorage.
import { useSyncExternalStore } from 'react';
import type { Person } from '#contracts/accounts.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { CONTACT, readStorage, removeStorage, writeStorage } from './browser-storage.ts';

const TOKEN = 'authToken';
const USER = 'user';

export function bearerHeader(): Record<string, string> {
  const token = readStorage(TOKEN);
  return token ? { authorization: `Bearer ${token}` } : {};
}

/** False if the browser keeps nothing, so that the next page would not know of the login. */
export function saveSession(token: string, user: Person): boolean {
  return writeStorage(TOKEN, token) && writeStorage(USER, JSON.stringify(user));
}

export function clearSession(): void {
  removeStorage(TOKEN);
  removeStorage(USER);
  removeStorage(CONTACT);
}

export const isLoggedIn = (): boolean => readStorage(TOKEN) !== null;

/** The account as stored at login. The server only trusts the token. */
export function currentUser(): Partial<Person> {
  try {
    return Object(JSON.parse(readStorage(USER) ?? '{}'));
  } catch {
    return {};
  }
}

/** False on the server and during hydration; updates when another tab logs in. */
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

function listen(onChange: () => void) {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

/** The loads that the specification names: if one of them fails, for whatever reason, a new login is required. */
const NAMED_LOADS = ['/api/dashboard/admin', '/api/products/admin', '/api/orders/admin', '/api/admin/blogs'];

/** The specification's rule for load errors that require a new login. It depends on the message, and only here. */
export function endsSession(message: string, url: string): boolean {
  if (message.includes('Unauthenticated')) return true;
  // Elsewhere a hiccup must not log anybody out.
  const isNamed = NAMED_LOADS.includes(url.split('?')[0] ?? '');
  return message.includes('Failed') && (isNamed || !isLoggedIn());
}

/** Why the login page was opened, and where to return. In sessionStorage, to keep the URL clean. */
export type LoginRedirect = { reason: (typeof reasons)[number]; from: string };
const reasons = ['first', 'session', 'load'] as const;

const LOGIN_REDIRECT = 'sentToLogin';

export function redirectToLogin(message: string, wasLoggedIn: boolean): void {
  const ended = wasLoggedIn ? 'session' : 'first';
  const redirect: LoginRedirect = {
    reason: message.includes('Unauthenticated') ? ended : 'load',
    from: location.pathname + location.search,
  };
  writeStorage(LOGIN_REDIRECT, JSON.stringify(redirect), 'sessionStorage');
  location.assign(location.pathname.toLowerCase() === pagePaths.dashboard ? '/admin/login' : pagePaths.login);
}

export function readLoginRedirect(): LoginRedirect | undefined {
  try {
    const redirect: unknown = JSON.parse(readStorage(LOGIN_REDIRECT, 'sessionStorage') ?? 'null');
    return isLoginRedirect(redirect) ? redirect : undefined;
  } catch {
    return undefined;
  }
}

/** Stored data may come from another version, so it is validated. */
const isLoginRedirect = (value: unknown): value is LoginRedirect =>
  reasons.includes(Object(value).reason) && typeof Object(value).from === 'string';

export const clearLoginRedirect = (): void => removeStorage(LOGIN_REDIRECT, 'sessionStorage');
