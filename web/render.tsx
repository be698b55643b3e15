// The server's entry: an address and the answers to its calls in, HTML out.
import { renderToString } from 'react-dom/server';
import type { ShopFacts } from '#contracts/client-config.ts';
import { type Answers, createAnswerStore } from '#web/data/answer-store.ts';
import { ShopFactsContext } from '#web/data/shop-facts.ts';
import { SiteLayout } from '#web/layout/site-layout.tsx';
import { CurrentPage, type LoadedPage, shownOn } from './current-page.tsx';
import type { Found } from './find-page.ts';
import type { Head } from './page.ts';
import { findPage } from './routes.ts';

export { findPage };

export type Rendered = { html: string; head: Head };

type Drawing = { path: string; found: Found | undefined; answers: Answers; facts: ShopFacts };

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
