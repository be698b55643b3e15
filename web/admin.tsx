// The browser's entry to the back office: its pages are drawn here and never cached.
import '@vitejs/plugin-react/preamble';
import './admin.css';
import { createRoot } from 'react-dom/client';
import type { ShopFacts } from '../contracts/shop-facts.ts';
import { createAnswerStore } from './data/answer-store.ts';
import { messageOr } from './data/request.ts';
import { bearerHeader, endsSession, forgetSession, sendToLogin } from './data/session.ts';
import { AdminLayout } from './layout/admin-layout.tsx';
import { mayLeave } from './leaving.ts';
import { start } from './start.tsx';

const { facts }: { facts: ShopFacts } = JSON.parse(document.getElementById('sent')?.textContent ?? '{}');
const answers = createAnswerStore([], { headers: bearerHeader, errorText: messageOr('Failed to fetch') });

answers.onFailure((why) => {
  if (!endsSession(why)) return;
  // Leaving a page cuts off what it still loads, and that fails like a cut line. A page that is gone does not get this far.
  setTimeout(() => {
    forgetSession();
    sendToLogin(why);
  }, 100);
});

void start({
  side: 'admin',
  missing: false,
  facts,
  answers,
  Layout: AdminLayout,
  mayLeave,
  draw: (root, app) => createRoot(root).render(app),
});
