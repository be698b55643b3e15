// Who is logged in, as the specification keeps it: `authToken` and `user` in localStorage.
import { useSyncExternalStore } from 'react';
import type { Person } from '../../contracts/accounts.ts';
import { pagePaths } from '../../contracts/page-paths.ts';

const TOKEN = 'authToken';
const USER = 'user';

export function bearerHeader(): Record<string, string> {
  const token = localStorage.getItem(TOKEN);
  return token ? { authorization: `Bearer ${token}` } : {};
}

export function keepSession(token: string, user: Person): void {
  localStorage.setItem(TOKEN, token);
  localStorage.setItem(USER, JSON.stringify(user));
}

export function forgetSession(): void {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER);
}

export const isLoggedIn = (): boolean => localStorage.getItem(TOKEN) !== null;

/** The person as stored at login; the server decides by the token alone. */
export function whoIsLoggedIn(): Partial<Person> {
  try {
    return Object(JSON.parse(localStorage.getItem(USER) ?? '{}'));
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
export type SentToLogin = { why: 'session' | 'load'; from: string };

const SENT = 'sentToLogin';

export function sendToLogin(why: string): void {
  const sent: SentToLogin = {
    why: why.includes('Unauthenticated') ? 'session' : 'load',
    from: location.pathname + location.search,
  };
  sessionStorage.setItem(SENT, JSON.stringify(sent));
  location.assign(location.pathname.toLowerCase() === pagePaths.dashboard ? '/admin/login' : pagePaths.login);
}

export function sentToLogin(): SentToLogin | undefined {
  const stored = sessionStorage.getItem(SENT);
  return stored ? JSON.parse(stored) : undefined;
}

export const forgetSentToLogin = (): void => sessionStorage.removeItem(SENT);
