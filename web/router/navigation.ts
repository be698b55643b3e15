// Moving between pages without loading a new document: links and forms stay plain ones, this listens to them.
import { redirectFor } from '#contracts/page-paths.ts';
import type { QueryCache } from '#web/query/query-cache.ts';
import type { MatchRoute, RouteMatch } from './match-route.ts';
import { type LoadedRoute, queryUrls } from './route-view.tsx';
import { goToAnchor, restoreScroll, trackScroll } from './scroll.ts';

/** A link was followed, the history moved, or somebody types into a form that is followed live. */
type How = 'push' | 'pop' | 'type';
type Options = {
  matchRoute: MatchRoute;
  queryCache: QueryCache;
  show(page: LoadedRoute): void;
  /** Asked before another page is shown. */
  confirmLeave?: (() => boolean) | undefined;
};

export function startNavigation({ matchRoute, queryCache, show, confirmLeave = () => true }: Options): void {
  let latest = 0;
  let shown = location.pathname + location.search;
  const saveScroll = trackScroll();

  document.addEventListener('click', (event) => {
    const target = isPlainClick(event) && linkTarget(event.target);
    if (target && matchUrl(target)) follow(event, target);
  });
  document.addEventListener('submit', (event) => {
    const target = formTarget(event.target, event.submitter);
    if (target && matchUrl(target)) follow(event, target);
  });
  // A form marked data-live is followed while one types, on the same entry of the history.
  document.addEventListener('input', ({ target: field }) => {
    const form = field instanceof HTMLInputElement ? field.form : null;
    const target = form?.hasAttribute('data-live') ? formTarget(form, null) : undefined;
    if (target && matchUrl(target)) void go(target, 'type');
  });
  for (const hint of ['pointerover', 'touchstart', 'focusin'] as const)
    document.addEventListener(hint, ({ target }) => prefetch(linkTarget(target) ?? buttonTarget(target)), {
      passive: true,
    });
  addEventListener('popstate', () => {
    const target = new URL(location.href);
    if (canGo(target)) void go(target, 'pop');
    // The history has moved already: the page one stays on goes on top of it.
    else history.pushState({ scrollY }, '', shown);
  });

  function follow(event: Event, target: URL) {
    event.preventDefault();
    if (canGo(target)) void go(target, 'push');
  }

  /** Another part of the same page, such as the next ten of a list, leaves nothing behind. */
  function canGo(target: URL): boolean {
    return matchUrl(target)?.route === matchUrl(new URL(shown, target))?.route || confirmLeave();
  }

  async function go(target: URL, how: How) {
    latest += 1;
    const mine = latest;
    const match = matchUrl(target);
    prefetch(target);
    const module = await match?.route.load().catch(() => undefined);
    if (mine !== latest) return;
    // No such page, or its module is gone because a new version was put up: the server knows.
    if (!match || !module) return location.assign(target);
    if (how === 'push' && target.href !== location.href) {
      saveScroll();
      history.pushState(null, '', target);
    }
    if (how === 'type') history.replaceState(history.state, '', target);
    show({ path: target.pathname, match, module, arrivedAtTop: !target.hash && !history.state?.scrollY });
    if (how !== 'type') arrive(target);
    shown = target.pathname + target.search;
  }

  function arrive(target: URL) {
    // A screen reader starts at the new page; within a page the browser has moved the focus already.
    const samePage = shown === target.pathname + target.search;
    if (!samePage || !target.hash) document.getElementById('main')?.focus({ preventScroll: true });
    if (!goToAnchor(target.hash)) restoreScroll();
  }

  function prefetch(target: URL | undefined) {
    const match = target && matchUrl(target);
    if (!match) return;
    for (const url of queryUrls(match)) queryCache.fetch(url);
    match.route.load().catch(() => undefined);
  }

  function matchUrl({ origin, pathname, search }: URL): RouteMatch | undefined {
    if (origin !== location.origin) return undefined;
    return matchRoute(redirectFor(pathname) ?? pathname, search);
  }
}

/** Shows another page in the place of this one, which the history then forgets. */
export function replaceRoute(address: string): void {
  history.replaceState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}

function linkTarget(element: EventTarget | null): URL | undefined {
  const link = element instanceof Element ? element.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  const target = URL.parse(link.href);
  if (!target) return undefined;
  const onThisPage = target.pathname === location.pathname && target.search === location.search;
  return onThisPage && target.hash ? undefined : target;
}

function buttonTarget(element: EventTarget | null): URL | undefined {
  const button = element instanceof Element ? element.closest('button') : null;
  return button?.type === 'submit' && !button.disabled ? formTarget(button.form, button) : undefined;
}

function formTarget(form: EventTarget | null, submitter: HTMLElement | null): URL | undefined {
  if (!(form instanceof HTMLFormElement) || form.method !== 'get') return undefined;
  const target = new URL(form.action);
  for (const [name, value] of new FormData(form, submitter)) if (value) target.searchParams.set(name, String(value));
  return target;
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}
