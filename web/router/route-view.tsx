// Draws the page one is on, from the answers to its calls.
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

/** `found` is undefined, and so is its module, where nothing is at the path. */
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
  const { Page, loads, head } = resolveView(current, queryCache);

  useEffect(() => {
    for (const url of queryUrls(current.match)) queryCache.fetch(url);
  }, [queryCache, current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may have been forgotten
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
            {/* Within a boundary React takes over the sent page in small steps, so that a phone never stalls on it. */}
            <Suspense>
              <Page {...loads} />
            </Suspense>
          </ArrivedAtTopContext>
        </RouteLocationContext>
      </Layout>
    </QueryCacheContext>
  );
}

const noLocation: RouteLocation = { params: {}, searchParams: new URLSearchParams() };

/** The page with its answers, or the not-found page where the answer about its subject says that there is none. */
export function resolveView({ match, module }: LoadedRoute, answers: QueryCache) {
  const gets = match?.route.queries(match.location);
  const loads: AnyQueryStates = {};
  for (const [part, { url }] of Object.entries(gets ?? {})) loads[part] = answers.read(url);
  const missing = !gets || !module || isMissing(loads[match?.route.subject ?? '']);
  const shown = missing ? notFound : module;
  return { Page: shown.Page, loads, head: shown.headFor(loads), missing };
}

export function queryUrls(found: RouteMatch | undefined): string[] {
  return Object.values(found?.route.queries(found.location) ?? {}).map(({ url }) => url);
}

const isMissing = (load: AnyQueryStates[string] | undefined) => load?.is === 'failed' && load.status === 404;
