// Server entry: renders a URL and its query results to HTML.
import { renderToString } from 'react-dom/server';
import type { ClientConfig } from '#contracts/client-config.ts';
import { PageFailed } from '#web/layout/page-failed.tsx';
import { SiteLayout } from '#web/layout/site-layout.tsx';
import { createQueryCache, type QueryResults } from '#web/query/query-cache.ts';
import { matchRoute } from '#web/router/all-routes.ts';
import type { RouteMatch } from '#web/router/match-route.ts';
import type { Head } from '#web/router/route-definition.ts';
import { type LoadedRoute, RouteView, resolveView } from '#web/router/route-view.tsx';
import { ClientConfigContext } from '#web/session/client-config.ts';

export { matchRoute };

export type Rendered = { html: string; head: Head };

type RenderInput = { path: string; match: RouteMatch | undefined; results: QueryResults; clientConfig: ClientConfig };

// Cached, because a repeated import() costs more than rendering half a page.
const modules = new Map<RouteMatch['route'], LoadedRoute['module']>();

export async function render({ path, match, results, clientConfig }: RenderInput): Promise<Rendered> {
  if (match && !modules.has(match.route)) modules.set(match.route, await match.route.load());
  const current = { path, match, module: match && modules.get(match.route), arrivedAtTop: false };
  const queryCache = createQueryCache(results);
  const html = renderToString(
    <ClientConfigContext value={clientConfig}>
      <RouteView current={current} queryCache={queryCache} Layout={SiteLayout} PageFailed={PageFailed} />
    </ClientConfigContext>,
  );
  const view = resolveView(current, queryCache, clientConfig.farm);
  // React leaves out a Suspense boundary that failed and keeps the error to itself.
  if (html.includes(FAILED_BOUNDARY)) throw findError(<view.Page {...view.states} />);
  return { html, head: view.head };
}

const FAILED_BOUNDARY = '<!--$!-->';

/** Renders the page again without a boundary, to get the error for the log. */
function findError(page: React.ReactNode): unknown {
  try {
    renderToString(page);
    return new Error("A part of the page's frame could not be rendered.");
  } catch (error) {
    return error;
  }
}
