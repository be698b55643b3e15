// Client-side navigation: listens to ordinary links and GET forms.
import { redirectFor } from '#contracts/page-paths.ts';
import { parseUrl } from '#contracts/parse-url.ts';
import type { QueryCache } from '#web/query/query-cache.ts';
import type { MatchRoute, RouteMatch } from './match-route.ts';
import { type LoadedRoute, queryUrls } from './route-view.tsx';
import { goToAnchor, restoreScroll, trackScroll } from './scroll.ts';

/** A link was followed, the history moved, or someone typed in a live form. */
type NavigationType = 'push' | 'pop' | 'type';
type Options = {
  matchRoute: MatchRoute;
  queryCache: QueryCache;
  show(page: LoadedRoute): void;
  /** Called before leaving the current page. */
  confirmLeave?: (() => boolean) | undefined;
};

export function startNavigation({ matchRoute, queryCache, show, confirmLeave = () => true }: Options): void {
  let latest = 0;
  let currentUrl = location.pathname + location.search;
  const saveScroll = trackScroll();

  document.addEventListener('click', (event) => {
    const target = isPlainClick(event) && linkTarget(event.target);
    if (target && matchUrl(target)) follow(event, target);
  });
  document.addEventListener('submit', (event) => {
    const target = event.defaultPrevented ? undefined : formTarget(event.target, event.submitter);
    if (target && matchUrl(target)) follow(event, target);
  });
  // A form with data-live navigates as you type, without adding history entries.
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
    // The history has already moved, so push the current page back on top.
    else history.pushState({ scrollY }, '', currentUrl);
  });

  function follow(event: Event, target: URL) {
    event.preventDefault();
    if (canGo(target)) void go(target, 'push');
  }

  /** No need to ask within the same route, such as the next page of a list. */
  function canGo(target: URL): boolean {
    return matchUrl(target)?.route === matchUrl(new URL(currentUrl, target))?.route || confirmLeave();
  }

  async function go(target: URL, type: NavigationType) {
    latest += 1;
    const current = latest;
    const match = matchUrl(target);
    prefetch(target);
    const module = await match?.route.load().catch(() => undefined);
    if (current !== latest) return;
    // No such page, or a new deployment removed the module: let the server handle it.
    if (!match || !module) return location.assign(target);
    if (type === 'push' && target.href !== location.href) {
      saveScroll();
      history.pushState(null, '', target);
    }
    if (type === 'type') history.replaceState(history.state, '', target);
    show({ path: target.pathname, match, module, arrivedAtTop: !target.hash && !history.state?.scrollY });
    if (type !== 'type') arrive(target);
    currentUrl = target.pathname + target.search;
  }

  function arrive(target: URL) {
    // Move focus so screen readers start at the new page; within a page the browser already did.
    const samePage = currentUrl === target.pathname + target.search;
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

/** Navigates without adding a history entry. */
export function replaceRoute(url: string): void {
  history.replaceState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate'));
}

function linkTarget(element: EventTarget | null): URL | undefined {
  const link = element instanceof Element ? element.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return undefined;
  const target = parseUrl(link.href);
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
