// What a page is: an address, the calls whose answers it shows, and the module that draws it.
import { createContext, type ReactNode, useContext } from 'react';
import type { Query, QueryStateOf } from '#web/query/query.ts';
import type { QueryState } from '#web/query/query-state.ts';

export type RouteLocation = { params: Record<string, string>; searchParams: URLSearchParams };

export type Head = {
  title: string;
  description: string;
  /** Shown where the page is shared; the root-relative path of a picture. */
  picture?: string | undefined;
  /** The largest picture of the first screen: fetched before anything else asks for it. */
  preloads?: { srcSet: string; sizes: string; media: string }[];
};

type Queries = Record<string, Query>;
export type QueryStates<G extends Queries> = { [part in keyof G]: QueryStateOf<G[part]> };
export type AnyQueryStates = Record<string, QueryState<unknown>>;

// Methods, not function properties: a page that wants certain answers is still a page.
export type PageModule<L> = { Page(props: L): ReactNode; headFor(loads: L): Head };

export type RouteDefinition<G extends Queries = Queries, L = AnyQueryStates> = {
  /** Also the name of its module: `<name>-page.tsx`. */
  name: string;
  path: string;
  side: 'site' | 'admin';
  /** The part of the query that changes what is shown, in its one spelling. */
  search?(searchParams: URLSearchParams): string;
  /** The calls it needs, or undefined where the address makes no sense. */
  queries(place: RouteLocation): G | undefined;
  /** The call whose 404 says that there is no such page; a 404 of any other is a failed load. */
  subject?: string;
  load(): Promise<PageModule<L>>;
};

/** For a page whose address says more than which answers it shows. */
export const RouteLocationContext = createContext<RouteLocation>({ params: {}, searchParams: new URLSearchParams() });
export const useRouteLocation = (): RouteLocation => useContext(RouteLocationContext);

/** One has come by a link and stands at the top; not so where the server drew the page, or the history leads lower. */
export const ArrivedAtTopContext = createContext(false);

/** Holds a page's module to the calls that its line in the table names. */
export function defineRoute<G extends Queries>(
  page: RouteDefinition<G, QueryStates<G>> & { subject?: keyof G & string },
): RouteDefinition {
  return page;
}
