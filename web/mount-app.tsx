// What both browser entries do: draw the page one is on, then follow links to others.
import { type ComponentProps, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { ClientConfig } from '#contracts/client-config.ts';
import type { FindPage } from '#web/router/match-route.ts';
import { followLinks } from '#web/router/navigation.ts';
import { CurrentPage, type LoadedPage } from '#web/router/route-view.tsx';
import { goToAnchor, restoreScroll } from '#web/router/scroll.ts';
import { ShopFactsContext } from '#web/session/client-config.ts';

type Options = Omit<ComponentProps<typeof CurrentPage>, 'current'> & {
  /** Knows the pages of this side only: a way to the other is left to the browser. */
  findPage: FindPage;
  /** The server found nothing at this address, whatever the table of pages says. */
  missing: boolean;
  facts: ClientConfig;
  draw(root: HTMLElement, app: React.ReactNode): void;
  mayLeave?: () => boolean;
};

export async function start({ findPage, missing, facts, draw, answers, Layout, mayLeave }: Options): Promise<void> {
  const { pathname, search } = location;
  const found = missing ? undefined : findPage(pathname, search);
  // The server's not-found page is the same at every address, so it was drawn without one.
  const path = missing ? '' : pathname;
  let current: LoadedPage = { path, found, module: await found?.page.load(), atTop: false };
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
      <ShopFactsContext value={facts}>
        <CurrentPage current={shown} answers={answers} Layout={Layout} />
      </ShopFactsContext>
    );
  }

  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root element.');
  draw(root, <App />);
  if (!goToAnchor(location.hash) && history.state?.scrollY) restoreScroll();
  followLinks({
    findPage,
    answers,
    mayLeave,
    show(page) {
      current = page;
      // At once, so that the page has its height before the view is put in place.
      flushSync(changed);
    },
  });
}
