// Renders the current page from its queries.
import { type ComponentType, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import * as notFound from '#web/pages/site/not-found/not-found-page.tsx';
import { type QueryCache, QueryCacheContext } from '#web/query/query-cache.ts';
import type { RouteMatch } from './match-route.ts';
import {
  type AnyQueryStates,
  ArrivedAtTopContext,
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
};

export function RouteView({ current, queryCache, Layout }: Props) {
  const version = useSyncExternalStore(queryCache.subscribe, queryCache.version, queryCache.version);
  const { Page, states, head } = resolveView(current, queryCache);

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
            {/* Inside Suspense, React hydrates in small steps and does not block a phone. */}
            <Suspense>
              <Page {...states} />
            </Suspense>
          </ArrivedAtTopContext>
        </RouteLocationContext>
      </Layout>
    </QueryCacheContext>
  );
}

const noLocation: RouteLocation = { params: {}, searchParams: new URLSearchParams() };

/** The page with its query states, or the not-found page if the subject's query returned 404. */
export function resolveView({ match, module }: LoadedRoute, queryCache: QueryCache) {
  const queries = match?.route.queries(match.location);
  const states: AnyQueryStates = {};
  for (const [name, { url }] of Object.entries(queries ?? {})) states[name] = queryCache.read(url);
  const missing = !queries || !module || isMissing(states[match?.route.subject ?? '']);
  const view = missing ? notFound : module;
  return { Page: view.Page, states, head: view.headFor(states), missing };
}

export function queryUrls(match: RouteMatch | undefined): string[] {
  return Object.values(match?.route.queries(match.location) ?? {}).map(({ url }) => url);
}

const isMissing = (state: AnyQueryStates[string] | undefined) => state?.is === 'failed' && state.status === 404;
