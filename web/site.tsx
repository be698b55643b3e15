// The browser's entry to the public site: takes over the page that the server sent.
import '@vitejs/plugin-react/preamble';
import './site.css';
import { hydrateRoot } from 'react-dom/client';
import { type Answers, createAnswerStore } from './data/answer-store.ts';
import { SiteLayout } from './layout/site-layout.tsx';
import { start } from './start.tsx';

type Sent = { answers: Answers; missing: boolean };

const { answers, missing }: Sent = JSON.parse(document.getElementById('sent')?.textContent ?? '{}');

void start({
  side: 'site',
  missing,
  answers: createAnswerStore(answers),
  Layout: SiteLayout,
  draw: (root, app) => void hydrateRoot(root, app),
});
