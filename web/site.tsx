// The browser's entry to the public site: takes over the page that the server sent.
import '@vitejs/plugin-react/preamble';
import './site.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { ClientConfig } from '#contracts/client-config.ts';
import { SiteLayout } from '#web/layout/site-layout.tsx';
import { type Answers, createAnswerStore } from '#web/query/query-cache.ts';
import { finderOf } from '#web/router/match-route.ts';
import { sitePages } from '#web/router/site-routes.ts';
import { bearerHeader, isLoggedIn } from '#web/session/session.ts';
import { start } from './mount-app.tsx';

type Sent = { answers: Answers; missing: boolean; facts: ClientConfig };

const { answers, missing, facts }: Sent = JSON.parse(document.getElementById('sent')?.textContent ?? '{}');

// An order without its key is not there for strangers. Whoever is logged in may be no stranger: the API knows.
const perhapsOwn = missing && isLoggedIn() && /^\/order\/\d+$/i.test(location.pathname);

void start({
  findPage: finderOf(sitePages),
  missing: missing && !perhapsOwn,
  facts,
  answers: createAnswerStore(answers, { headers: bearerHeader }),
  Layout: SiteLayout,
  draw: (root, app) => void (perhapsOwn ? createRoot(root).render(app) : hydrateRoot(root, app)),
});
