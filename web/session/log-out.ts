import { pagePaths } from '#contracts/page-paths.ts';
import { bearerHeader, clearSession } from './session.ts';

/** Leaves at once; the call that ends the session goes on behind it and may fail. */
export function logOut(): void {
  const headers = bearerHeader();
  clearSession();
  fetch('/api/logout', { method: 'POST', headers, keepalive: true }).catch((error: unknown) =>
    console.error('The logout call did not get through.', error),
  );
  location.assign(pagePaths.home);
}
