// The browser's entry to the back office: its pages are drawn here and never cached.
import '@vitejs/plugin-react/preamble';
import './admin.css';
import { createRoot } from 'react-dom/client';
import { pagePaths } from '../contracts/page-paths.ts';
import { createAnswerStore } from './data/answer-store.ts';
import { bearerHeader, endsSession, forgetSession } from './data/session.ts';
import { AdminLayout } from './layout/admin-layout.tsx';
import { start } from './start.tsx';

const answers = createAnswerStore([], bearerHeader);

answers.onFailure((why) => {
  if (!endsSession(why)) return;
  forgetSession();
  location.assign(pagePaths.login);
});

void start({
  side: 'admin',
  missing: false,
  answers,
  Layout: AdminLayout,
  draw: (root, app) => createRoot(root).render(app),
});
