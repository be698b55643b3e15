// What both browser entries do: draw the page one is on, then follow links to others.
import { type ComponentProps, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { ClientConfig } from '#contracts/client-config.ts';
import type { MatchRoute } from '#web/router/match-route.ts';
import { startNavigation } from '#web/router/navigation.ts';
import { type LoadedRoute, RouteView } from '#web/router/route-view.tsx';
import { goToAnchor, restoreScroll } from '#web/router/scroll.ts';
import { ClientConfigContext } from '#web/session/client-config.ts';

type Options = Omit<ComponentProps<typeof RouteView>, 'current'> & {
  /** Knows the pages of this side only: a way to the other is left to the browser. */
  matchRoute: MatchRoute;
  /** The server match nothing at this address, whatever the table of pages says. */
  notFound: boolean;
  clientConfig: ClientConfig;
  draw(root: HTMLElement, app: React.ReactNode): void;
  confirmLeave?: () => boolean;
};

export async function mountApp({
  matchRoute,
  notFound,
  clientConfig,
  draw,
  queryCache,
  Layout,
  confirmLeave,
}: Options): Promise<void> {
  const { pathname, search } = location;
  const match = notFound ? undefined : matchRoute(pathname, search);
  // The server's not-match page is the same at every address, so it was drawn without one.
  const path = notFound ? '' : pathname;
  let current: LoadedRoute = { path, match, module: await match?.route.load(), arrivedAtTop: false };
  let changed = () => {};

  const subscribe = (listener: () => void) => {
    changed = listener;
    return () => {};
  };
  function App() {
    const shown = useSyncExternalStore(
      subscribe,
      () => current,
      () => current,
    );
    return (
      <ClientConfigContext value={clientConfig}>
        <RouteView current={shown} queryCache={queryCache} Layout={Layout} />
      </ClientConfigContext>
    );
  }

  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root element.');
  draw(root, <App />);
  if (!goToAnchor(location.hash) && history.state?.scrollY) restoreScroll();
  startNavigation({
    matchRoute,
    queryCache,
    confirmLeave,
    show(page) {
      current = page;
      // At once, so that the page has its height before the view is put in place.
      flushSync(changed);
    },
  });
}
