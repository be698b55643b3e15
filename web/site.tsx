// Browser entry for the public site: hydrates the server-rendered page.
import '@vitejs/plugin-react/preamble';
import './site.css';
import { hydrateRoot } from 'react-dom/client';
import type { InitialData } from '#contracts/client-config.ts';
import { PageFailed } from '#web/layout/page-failed.tsx';
import { SiteLayout } from '#web/layout/site-layout.tsx';
import { createQueryCache } from '#web/query/query-cache.ts';
import { createMatcher } from '#web/router/match-route.ts';
import { siteRoutes } from '#web/router/site-routes.ts';
import { bearerHeader, currentUser, isLoggedIn } from '#web/session/session.ts';
import { mountApp } from './mount-app.tsx';

const { results, notFound, clientConfig }: InitialData = JSON.parse(
  document.getElementById('initial-data')?.textContent ?? '{}',
);

const isStaff = isLoggedIn() && currentUser().role === 'admin';

// Staff see orders in the back office.
if (isStaff && /^\/order\/\d+$/i.test(location.pathname)) void import('./staff-order.ts');
else
  void mountApp({
    matchRoute: createMatcher(isStaff ? siteRoutes.filter(({ name }) => name !== 'order') : siteRoutes),
    notFound,
    clientConfig,
    queryCache: createQueryCache(results, { headers: bearerHeader }),
    Layout: SiteLayout,
    PageFailed,
    mount: (root, app, options) => void hydrateRoot(root, app, options),
  });
