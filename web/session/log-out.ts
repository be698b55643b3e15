import { pagePaths } from '#contracts/page-paths.ts';
import { bearerHeader, clearSession } from './session.ts';

/** Leaves immediately; the request continues in the background and may fail. */
export function logOut(): void {
  const headers = bearerHeader();
  clearSession();
  fetch('/api/logout', { method: 'POST', headers, keepalive: true }).catch((error: unknown) =>
    console.error('The logout request did not get through.', error),
  );
  location.assign(pagePaths.home);
}
