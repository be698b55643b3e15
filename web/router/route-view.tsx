// Renders the current page from its queries.
import { type ComponentType, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import type { PublicFarm } from '#contracts/farm.ts';
import * as notFound from '#web/pages/site/not-found/not-found-page.tsx';
import { type QueryCache, QueryCacheContext } from '#web/query/query-cache.ts';
import { useFarm } from '#web/session/client-config.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import type { RouteMatch } from './match-route.ts';
import {
  type AnyQueryStates,
  ArrivedAtTopContext,
  type Head,
  type PageModule,
  type RouteLocation,
  RouteLocationContext,
} from './route-definition.ts';

/** `match` and `module` are undefined if no route matches. */
export type LoadedRoute = {
  path: string;
  match: RouteMatch | undefined;
  module: PageModule<AnyQueryStates> | undefined;
  arrivedAtTop: boolean;
};

type Props = {
  current: LoadedRoute;
  queryCache: QueryCache;
  Layout: ComponentType<{ path: string; children: ReactNode }>;
  /** Shown instead of a page whose code failed. */
  PageFailed: ComponentType;
};

export function RouteView({ current, queryCache, Layout, PageFailed }: Props) {
  const version = useSyncExternalStore(queryCache.subscribe, queryCache.version, queryCache.version);
  const { Page, states, head } = resolveView(current, queryCache, useFarm());

  useEffect(() => {
    for (const url of queryUrls(current.match)) queryCache.fetch(url);
  }, [queryCache, current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query may have been invalidated
  useEffect(() => {
    for (const url of queryUrls(current.match)) queryCache.fetchIfMissing(url);
  }, [queryCache, current, version]);
  useEffect(() => {
    document.title = head.title;
  }, [head.title]);

  return (
    <QueryCacheContext value={queryCache}>
      <Layout path={current.path}>
        <RouteLocationContext value={current.match?.location ?? noLocation}>
          <ArrivedAtTopContext value={current.arrivedAtTop}>
            <ErrorBoundary fallback={<PageFailed />} resetKey={current}>
              {/* Inside Suspense, React hydrates in small steps and does not block a phone. */}
              <Suspense>
                <Page {...states} />
              </Suspense>
            </ErrorBoundary>
          </ArrivedAtTopContext>
        </RouteLocationContext>
      </Layout>
    </QueryCacheContext>
  );
}

const noLocation: RouteLocation = { params: {}, searchParams: new URLSearchParams() };

/** The page with its query states, or the not-found page if the subject's query returned 404. */
export function resolveView({ match, module }: LoadedRoute, queryCache: QueryCache, farm: PublicFarm) {
  const queries = match?.route.queries(match.location);
  const states: AnyQueryStates = {};
  for (const [name, { url }] of Object.entries(queries ?? {})) states[name] = queryCache.read(url);
  const missing = !queries || !module || isMissing(states[match?.route.subject ?? '']);
  const view = missing ? notFound : module;
  return { Page: view.Page, states, head: headOf(view, states, farm), missing };
}

/** A response of the wrong shape must not fail here, outside of every error boundary. */
function headOf(view: PageModule<AnyQueryStates>, states: AnyQueryStates, farm: PublicFarm): Head {
  try {
    const { title, brandFirst, ...head } = view.headFor(states, farm);
    return { ...head, title: brandFirst ? `${farm.brand} · ${title}` : `${title} · ${farm.brand}` };
  } catch {
    return { title: farm.brand };
  }
}

export function queryUrls(match: RouteMatch | undefined): string[] {
  return Object.values(match?.route.queries(match.location) ?? {}).map(({ url }) => url);
}

const isMissing = (state: AnyQueryStates[string] | undefined) => state?.is === 'failed' && state.status === 404;
