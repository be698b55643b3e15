// Who is logged in, as the specification keeps it: `authToken` and `user` in localStorage.
import { useSyncExternalStore } from 'react';
import type { Person } from '#contracts/accounts.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { store, stored, unstore } from './browser-storage.ts';

const TOKEN = 'authToken';
const USER = 'user';

export function bearerHeader(): Record<string, string> {
  const token = stored(TOKEN);
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function keepSession(token: string, user: Person): void {
  store(TOKEN, token);
  store(USER, JSON.stringify(user));
}

export function forgetSession(): void {
  unstore(TOKEN);
  unstore(USER);
}

export const isLoggedIn = (): boolean => stored(TOKEN) !== null;

/** The person as stored at login; the server decides by the token alone. */
export function whoIsLoggedIn(): Partial<Person> {
  try {
    return Object(JSON.parse(stored(USER) ?? '{}'));
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
    () => isLoggedIn() && whoIsLoggedIn().role === 'admin',
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
export type SentToLogin = { why: (typeof reasons)[number]; from: string };
const reasons = ['first', 'session', 'load'] as const;

const SENT = 'sentToLogin';

export function sendToLogin(why: string, wasLoggedIn: boolean): void {
  const ended = wasLoggedIn ? 'session' : 'first';
  const sent: SentToLogin = {
    why: why.includes('Unauthenticated') ? ended : 'load',
    from: location.pathname + location.search,
  };
  store(SENT, JSON.stringify(sent), 'sessionStorage');
  location.assign(location.pathname.toLowerCase() === pagePaths.dashboard ? '/admin/login' : pagePaths.login);
}

export function sentToLogin(): SentToLogin | undefined {
  try {
    const sent: unknown = JSON.parse(stored(SENT, 'sessionStorage') ?? 'null');
    return isSentToLogin(sent) ? sent : undefined;
  } catch {
    return undefined;
  }
}

/** What another version left there is not believed. */
const isSentToLogin = (sent: unknown): sent is SentToLogin =>
  reasons.includes(Object(sent).why) && typeof Object(sent).from === 'string';

export const forgetSentToLogin = (): void => unstore(SENT, 'sessionStorage');
