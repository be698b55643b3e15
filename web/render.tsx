// The server's entry: an address and the answers to its calls in, HTML out.
import { renderToString } from 'react-dom/server';
import type { ClientConfig } from '#contracts/client-config.ts';
import { SiteLayout } from '#web/layout/site-layout.tsx';
import { type Answers, createAnswerStore } from '#web/query/query-cache.ts';
import { findPage } from '#web/router/all-routes.ts';
import type { Found } from '#web/router/match-route.ts';
import type { Head } from '#web/router/route-definition.ts';
import { CurrentPage, type LoadedPage, shownOn } from '#web/router/route-view.tsx';
import { ShopFactsContext } from '#web/session/client-config.ts';

export { findPage };

export type Rendered = { html: string; head: Head };

type Drawing = { path: string; found: Found | undefined; answers: Answers; facts: ClientConfig };

// Importing a module again costs more than drawing half a page.
const modules = new Map<Found['page'], LoadedPage['module']>();

export async function render({ path, found, answers, facts }: Drawing): Promise<Rendered> {
  if (found && !modules.has(found.page)) modules.set(found.page, await found.page.load());
  const current = { path, found, module: found && modules.get(found.page), atTop: false };
  const store = createAnswerStore(answers);
  const html = renderToString(
    <ShopFactsContext value={facts}>
      <CurrentPage current={current} answers={store} Layout={SiteLayout} />
    </ShopFactsContext>,
  );
  return { html, head: shownOn(current, store).head };
}
