// What a page is: an address, the calls whose answers it shows, and the module that draws it.
import { createContext, type ReactNode, useContext } from 'react';
import type { Get, LoadOf } from '#web/query/query.ts';
import type { Load } from '#web/query/query-state.ts';

export type Place = { params: Record<string, string>; query: URLSearchParams };

export type Head = {
  title: string;
  description: string;
  /** Shown where the page is shared; the root-relative path of a picture. */
  picture?: string | undefined;
  /** The largest picture of the first screen: fetched before anything else asks for it. */
  preloads?: { srcSet: string; sizes: string; media: string }[];
};

type Gets = Record<string, Get>;
export type Loads<G extends Gets> = { [part in keyof G]: LoadOf<G[part]> };
export type AnyLoads = Record<string, Load<unknown>>;

// Methods, not function properties: a page that wants certain answers is still a page.
export type PageModule<L> = { Page(props: L): ReactNode; headOf(loads: L): Head };

export type PageDefinition<G extends Gets = Gets, L = AnyLoads> = {
  /** Also the name of its module: `<name>-page.tsx`. */
  name: string;
  path: string;
  side: 'site' | 'admin';
  /** The part of the query that changes what is shown, in its one spelling. */
  search?(query: URLSearchParams): string;
  /** The calls it needs, or undefined where the address makes no sense. */
  gets(place: Place): G | undefined;
  /** The call whose 404 says that there is no such page; a 404 of any other is a failed load. */
  subject?: string;
  load(): Promise<PageModule<L>>;
};

/** For a page whose address says more than which answers it shows. */
export const PlaceContext = createContext<Place>({ params: {}, query: new URLSearchParams() });
export const usePlace = (): Place => useContext(PlaceContext);

/** One has come by a link and stands at the top; not so where the server drew the page, or the history leads lower. */
export const AtTopContext = createContext(false);

/** Holds a page's module to the calls that its line in the table names. */
export function definePage<G extends Gets>(
  page: PageDefinition<G, Loads<G>> & { subject?: keyof G & string },
): PageDefinition {
  return page;
}
