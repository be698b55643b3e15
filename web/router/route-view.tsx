// Draws the page one is on, from the answers to its calls.
import { type ComponentType, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import * as notFound from '#web/pages/site/not-found/not-found-page.tsx';
import { type AnswerStore, AnswersContext } from '#web/query/query-cache.ts';
import type { Found } from './match-route.ts';
import { type AnyLoads, AtTopContext, type PageModule, type Place, PlaceContext } from './route-definition.ts';

/** `found` is undefined, and so is its module, where nothing is at the path. */
export type LoadedPage = {
  path: string;
  found: Found | undefined;
  module: PageModule<AnyLoads> | undefined;
  atTop: boolean;
};

type Props = {
  current: LoadedPage;
  answers: AnswerStore;
  Layout: ComponentType<{ path: string; children: ReactNode }>;
};

export function CurrentPage({ current, answers, Layout }: Props) {
  const version = useSyncExternalStore(answers.subscribe, answers.version, answers.version);
  const { Page, loads, head } = shownOn(current, answers);

  useEffect(() => {
    for (const url of urlsOf(current.found)) answers.want(url);
  }, [answers, current]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may have been forgotten
  useEffect(() => {
    for (const url of urlsOf(current.found)) answers.wantForgotten(url);
  }, [answers, current, version]);
  useEffect(() => {
    document.title = head.title;
  }, [head.title]);

  return (
    <AnswersContext value={answers}>
      <Layout path={current.path}>
        <PlaceContext value={current.found?.place ?? nowhere}>
          <AtTopContext value={current.atTop}>
            {/* Within a boundary React takes over the sent page in small steps, so that a phone never stalls on it. */}
            <Suspense>
              <Page {...loads} />
            </Suspense>
          </AtTopContext>
        </PlaceContext>
      </Layout>
    </AnswersContext>
  );
}

const nowhere: Place = { params: {}, query: new URLSearchParams() };

/** The page with its answers, or the not-found page where the answer about its subject says that there is none. */
export function shownOn({ found, module }: LoadedPage, answers: AnswerStore) {
  const gets = found?.page.gets(found.place);
  const loads: AnyLoads = {};
  for (const [part, { url }] of Object.entries(gets ?? {})) loads[part] = answers.read(url);
  const missing = !gets || !module || isMissing(loads[found?.page.subject ?? '']);
  const shown = missing ? notFound : module;
  return { Page: shown.Page, loads, head: shown.headOf(loads), missing };
}

export function urlsOf(found: Found | undefined): string[] {
  return Object.values(found?.page.gets(found.place) ?? {}).map(({ url }) => url);
}

const isMissing = (load: AnyLoads[string] | undefined) => load?.is === 'failed' && load.status === 404;
