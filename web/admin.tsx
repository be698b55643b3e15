// The browser's entry to the back office: its pages are drawn here and never cached.
import '@vitejs/plugin-react/preamble';
import './admin.css';
import { createRoot } from 'react-dom/client';
import type { ClientConfig } from '#contracts/client-config.ts';
import { pagePaths } from '#contracts/page-paths.ts';
import { AdminLayout } from '#web/layout/admin-layout.tsx';
import { createAnswerStore } from '#web/query/query-cache.ts';
import { messageOr } from '#web/query/request.ts';
import { adminPages } from '#web/router/admin-routes.ts';
import { finderOf } from '#web/router/match-route.ts';
import { mayLeave } from '#web/router/unsaved-changes.ts';
import {
  bearerHeader,
  endsSession,
  forgetSession,
  isLoggedIn,
  sendToLogin,
  whoIsLoggedIn,
} from '#web/session/session.ts';
import { start } from './mount-app.tsx';

const { facts }: { facts: ClientConfig } = JSON.parse(document.getElementById('sent')?.textContent ?? '{}');
const answers = createAnswerStore([], { headers: bearerHeader, errorText: messageOr('Failed to fetch') });

// The first failure gives the reason: what fails after it meets a session that is forgotten, or a line that is cut.
let leaving = false;
answers.onFailure((why) => {
  if (leaving || !endsSession(why)) return;
  leaving = true;
  // Leaving a page cuts off what it still loads, and that fails like a cut line. A page that is gone does not get this far.
  setTimeout(() => {
    const wasLoggedIn = isLoggedIn();
    forgetSession();
    sendToLogin(why, wasLoggedIn);
  }, 100);
});
// Whoever comes back finds the page as it was left.
addEventListener('pagehide', () => {
  leaving = false;
});

// A customer has one page here.
const astray = whoIsLoggedIn().role === 'customer' && location.pathname.toLowerCase() !== pagePaths.dashboard;
if (astray) location.replace(pagePaths.dashboard);
else
  void start({
    findPage: finderOf(adminPages),
    missing: false,
    facts,
    answers,
    Layout: AdminLayout,
    mayLeave,
    draw: (root, app) => createRoot(root).render(app),
  });
