// The server's entry: an address and the answers to its calls in, HTML out.
import { renderToString } from 'react-dom/server';
import { CurrentPage, shownOn } from './current-page.tsx';
import { type Answers, createAnswerStore } from './data/answer-store.ts';
import { SiteLayout } from './layout/site-layout.tsx';
import type { Head } from './page.ts';
import { type Found, findPage } from './routes.ts';

export { findPage };

export type Rendered = { html: string; head: Head };

export async function render(path: string, found: Found | undefined, answers: Answers): Promise<Rendered> {
  const current = { path, found, module: await found?.page.load() };
  const store = createAnswerStore(answers);
  const html = renderToString(<CurrentPage current={current} answers={store} Layout={SiteLayout} />);
  return { html, head: shownOn(current, store).head };
}
