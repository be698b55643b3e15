// Shared by both browser entries: renders the current page, then handles navigation.
import { type ComponentProps, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { RootOptions } from 'react-dom/client';
import type { ClientConfig } from '#contracts/client-config.ts';
import { setFarmTimeZone } from '#contracts/dates.ts';
import type { MatchRoute } from '#web/router/match-route.ts';
import { startNavigation } from '#web/router/navigation.ts';
import { type LoadedRoute, RouteView } from '#web/router/route-view.tsx';
import { goToAnchor, restoreScroll } from '#web/router/scroll.ts';
import { ClientConfigContext } from '#web/session/client-config.ts';

type Options = Omit<ComponentProps<typeof RouteView>, 'current'> & {
  /** Knows only this side's routes; links to the other side load a new document. */
  matchRoute: MatchRoute;
  /** The server found nothing at this URL, even if a route matches. */
  notFound: boolean;
  clientConfig: ClientConfig;
  mount(root: HTMLElement, app: React.ReactNode, options: RootOptions): void;
  confirmLeave?: () => boolean;
};

export async function mountApp({
  matchRoute,
  notFound,
  clientConfig,
  mount,
  queryCache,
  Layout,
  PageFailed,
  confirmLeave,
}: Options): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root element.');
  setFarmTimeZone(clientConfig.farm.time_zone);
  // Loaded when something fails, because most pages never need it.
  const report = (error: unknown) => {
    if (error instanceof Error)
      import('./report-errors.ts').then(({ reportError }) => reportError(error, matchRoute)).catch(() => {});
  };
  // What no error boundary sees: event handlers, timers, promises.
  addEventListener('error', ({ error }) => report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  const rootOptions: RootOptions = {
    onCaughtError(error) {
      console.error(error);
      report(error);
    },
  };
  const { pathname, search } = location;
  const match = notFound ? undefined : matchRoute(pathname, search);
  // The server renders the not-found page without a path, so hydration must too.
  const path = notFound ? '' : pathname;
  const module = await match?.route.load().catch((error: unknown) => {
    // A page from the server can be read as it is; an empty one must say that it failed.
    if (root.childElementCount === 0)
      mount(
        root,
        <ClientConfigContext value={clientConfig}>
          <Layout path={path}>
            <PageFailed />
          </Layout>
        </ClientConfigContext>,
        rootOptions,
      );
    throw error;
  });
  let current: LoadedRoute = { path, match, module, arrivedAtTop: false };
  let notify = () => {};

  const subscribe = (listener: () => void) => {
    notify = listener;
    return () => {};
  };
  function App() {
    const route = useSyncExternalStore(
      subscribe,
      () => current,
      () => current,
    );
    return (
      <ClientConfigContext value={clientConfig}>
        <RouteView current={route} queryCache={queryCache} Layout={Layout} PageFailed={PageFailed} />
      </ClientConfigContext>
    );
  }

  mount(root, <App />, rootOptions);
  if (!goToAnchor(location.hash) && history.state?.scrollY) restoreScroll();
  startNavigation({
    matchRoute,
    queryCache,
    confirmLeave,
    show(page) {
      current = page;
      // Synchronously, so the page has its full height before scrolling.
      flushSync(notify);
    },
  });
}
