// Tells the server's log about code that failed in this browser: where and what, nothing about the person.
import type { ClientError } from '#contracts/client-errors.ts';
import type { MatchRoute } from '#web/router/match-route.ts';

const MAX_REPORTS = 5;
/** Leaving a page aborts its requests, which looks like a failure. By then the page is gone and reports nothing. */
const REPORT_AFTER_MS = 500;

const reported = new Set<string>();

/** Reports an error once, and at most a few per document. */
export function reportError(error: Error, matchRoute: MatchRoute): void {
  const report: ClientError = {
    // The pattern, because the path may identify an order.
    route: matchRoute(location.pathname, location.search)?.route.path ?? 'none',
    type: error.name.slice(0, 50),
    message: error.message.slice(0, 200),
    build: document.querySelector('script[type="module"]')?.getAttribute('src')?.slice(-50) ?? '',
  };
  const body = JSON.stringify(report);
  if (reported.has(body) || reported.size >= MAX_REPORTS) return;
  reported.add(body);
  const headers = { 'content-type': 'application/json' };
  setTimeout(() => {
    fetch('/api/client-errors', { method: 'POST', headers, body, keepalive: true }).catch(() => {});
  }, REPORT_AFTER_MS);
}
