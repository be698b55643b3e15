// The browser's entry to the back office: its pages are drawn here and never cached.
import '@vitejs/plugin-react/preamble';
import './admin.css';
import { createRoot } from 'react-dom/client';
import type { InitialData } from '#contracts/client-config.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminLayout } from '#web/layout/admin-layout.tsx';
import { createQueryCache } from '#web/query/query-cache.ts';
import { messageOr } from '#web/query/request.ts';
import { adminRoutes } from '#web/router/admin-routes.ts';
import { createMatcher } from '#web/router/match-route.ts';
import { confirmLeave } from '#web/router/unsaved-changes.ts';
import {
  bearerHeader,
  clearSession,
  currentUser,
  endsSession,
  isLoggedIn,
  redirectToLogin,
} from '#web/session/session.ts';
import { mountApp } from './mount-app.tsx';

const { clientConfig }: InitialData = JSON.parse(document.getElementById('initial-data')?.textContent ?? '{}');
const queryCache = createQueryCache([], { headers: bearerHeader, errorText: messageOr('Failed to fetch') });

// The first failure gives the reason: what fails after it meets a session that is forgotten, or a line that is cut.
let leaving = false;
queryCache.onFailure((why) => {
  if (leaving || !endsSession(why)) return;
  leaving = true;
  // Leaving a page cuts off what it still loads, and that fails like a cut line. A page that is gone does not get this far.
  setTimeout(() => {
    const wasLoggedIn = isLoggedIn();
    clearSession();
    redirectToLogin(why, wasLoggedIn);
  }, 100);
});
// Whoever comes back finds the page as it was left.
addEventListener('pagehide', () => {
  leaving = false;
});

// A customer has one page here.
const astray = currentUser().role === 'customer' && location.pathname.toLowerCase() !== pagePaths.dashboard;
if (astray) location.replace(pagePaths.dashboard);
else
  void mountApp({
    matchRoute: createMatcher(adminRoutes),
    notFound: false,
    clientConfig,
    queryCache,
    Layout: AdminLayout,
    confirmLeave,
    draw: (root, app) => createRoot(root).render(app),
  });
