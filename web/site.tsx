// The browser's entry to the public site: takes over the page that the server sent.
import '@vitejs/plugin-react/preamble';
import './site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { InitialData } from '#contracts/client-config.ts';
import { SiteLayout } from '#web/layout/site-layout.tsx';
import { createQueryCache } from '#web/query/query-cache.ts';
import { createMatcher } from '#web/router/match-route.ts';
import { siteRoutes } from '#web/router/site-routes.ts';
import { bearerHeader, isLoggedIn } from '#web/session/session.ts';
import { mountApp } from './mount-app.tsx';

const { results, notFound, clientConfig }: InitialData = JSON.parse(
  document.getElementById('initial-data')?.textContent ?? '{}',
);

// An order without its key is not there for strangers. Whoever is logged in may be no stranger: the API knows.
const maybeOwnOrder = notFound && isLoggedIn() && /^\/order\/\d+$/i.test(location.pathname);

void mountApp({
  matchRoute: createMatcher(siteRoutes),
  notFound: notFound && !maybeOwnOrder,
  clientConfig,
  queryCache: createQueryCache(results, { headers: bearerHeader }),
  Layout: SiteLayout,
  draw: (root, app) => void (maybeOwnOrder ? createRoot(root).render(app) : hydrateRoot(root, app)),
});
