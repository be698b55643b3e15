// Browser entry for the back office, which is rendered on the client and never cached.
import '@vitejs/plugin-react/preamble';
import './admin.css';
import { createRoot } from 'react-dom/client';
import type { InitialData } from '#contracts/client-config.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { TWO_FACTOR_REQUIRED } from '#contracts/two-factor-required.ts';
import { AdminLayout } from '#web/layout/admin-layout.tsx';
import { AdminPageFailed } from '#web/layout/admin-page-failed.tsx';
import { followTheme } from '#web/layout/admin-theme.ts';
import { PageFailed } from '#web/layout/page-failed.tsx';
import { SiteLayout } from '#web/layout/site-layout.tsx';
import { createQueryCache } from '#web/query/query-cache.ts';
import { messageOr } from '#web/query/request.ts';
import { adminRoutes, customerRoutes } from '#web/router/admin-routes.ts';
import { createMatcher } from '#web/router/match-route.ts';
import { confirmLeave, hasUnsavedChanges } from '#web/router/unsaved-changes.ts';
import {
  bearerHeader,
  clearSession,
  currentUser,
  endsSession,
  isLoggedIn,
  redirectToLogin,
} from '#web/session/session.ts';
import { toast } from '#web/ui/toast.tsx';
import { mountApp } from './mount-app.tsx';

const { clientConfig }: InitialData = JSON.parse(document.getElementById('initial-data')?.textContent ?? '{}');
const queryCache = createQueryCache([], { headers: bearerHeader, errorText: messageOr('Failed to fetch') });

// Only the first failure counts: later ones are caused by the cleared session or by aborted requests.
let leaving = false;
queryCache.onFailure((message, url) => {
  if (message === TWO_FACTOR_REQUIRED && location.pathname.toLowerCase() !== pagePaths.account)
    return location.replace(pagePaths.account);
  if (leaving || !endsSession(message, url)) return;
  // A redirect would lose what was typed. The page shows the error, and saving works again after a login in another tab.
  if (hasUnsavedChanges()) {
    if (message.includes('Unauthenticated'))
      toast({ text: "You're logged out. Log in again in another tab, then save here.", variant: 'destructive' });
    return;
  }
  leaving = true;
  // Navigating away aborts pending requests, which then look like network errors. The delay lets the page unload first.
  setTimeout(() => {
    const wasLoggedIn = isLoggedIn();
    clearSession();
    redirectToLogin(message, wasLoggedIn);
  }, 100);
});
// A page restored from the back/forward cache must be able to redirect again.
addEventListener('pagehide', () => {
  leaving = false;
});

// Customers have two pages of their own, inside the site's layout.
const isCustomer = currentUser().role === 'customer';
if (!isCustomer) followTheme();
const matchRoute = createMatcher(isCustomer ? customerRoutes : adminRoutes);
if (isCustomer && !matchRoute(location.pathname, '')) location.replace(pagePaths.dashboard);
else
  void mountApp({
    matchRoute,
    notFound: false,
    clientConfig,
    queryCache,
    Layout: isCustomer ? SiteLayout : AdminLayout,
    PageFailed: isCustomer ? PageFailed : AdminPageFailed,
    confirmLeave,
    mount: (root, app, options) => createRoot(root, options).render(app),
  });
