// A route: a path, the queries it needs and the module that renders it.
import { createContext, type ReactNode, useContext } from 'react';
import type { PublicFarm } from '#contracts/farm.ts';
import type { Query, QueryStateOf } from '#web/query/query.ts';
import type { QueryState } from '#web/query/query-state.ts';

export type RouteLocation = { params: Record<string, string>; searchParams: URLSearchParams };

export type Head = {
  /** The farm's name is added to it. */
  title: string;
  /** The farm's name comes first. */
  brandFirst?: true;
  /** Only for public pages. */
  description?: string;
  /** Root-relative path of the picture for social sharing. */
  picture?: string | undefined;
  /** The largest picture above the fold, preloaded. */
  preloads?: { srcSet: string; sizes: string; media: string }[];
};

type Queries = Record<string, Query>;
export type QueryStates<G extends Queries> = { [part in keyof G]: QueryStateOf<G[part]> };
export type AnyQueryStates = Record<string, QueryState<unknown>>;

// Method syntax makes the parameters bivariant, so pages with specific queries fit in one list.
export type PageModule<S> = { Page(props: S): ReactNode; headFor(states: S, farm: PublicFarm): Head };

export type RouteDefinition<G extends Queries = Queries, S = AnyQueryStates> = {
  /** Also the name of its module: `<name>-page.tsx`. */
  name: string;
  path: string;
  side: 'site' | 'admin';
  /** The canonical query string: only the parameters that change the page. */
  search?(searchParams: URLSearchParams): string;
  /** The queries it needs, or undefined if the URL is invalid. */
  queries(location: RouteLocation): G | undefined;
  /** The query whose 404 means the page does not exist; a 404 of any other query is a load error. */
  subject?: string;
  /** What the server does not find may be there for a logged-in visitor, whose token only the browser has: it asks again. */
  asksAgain?: true;
  load(): Promise<PageModule<S>>;
};

/** For pages that read the URL themselves. */
export const RouteLocationContext = createContext<RouteLocation>({ params: {}, searchParams: new URLSearchParams() });
export const useRouteLocation = (): RouteLocation => useContext(RouteLocationContext);

/** True after following a link to the top of a page; false on first load, or when scroll is restored further down. */
export const ArrivedAtTopContext = createContext(false);

/** Checks that a page module accepts the route's queries. */
export function defineRoute<G extends Queries>(
  route: RouteDefinition<G, QueryStates<G>> & { subject?: keyof G & string },
): RouteDefinition {
  return route;
}
