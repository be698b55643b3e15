import { type ReactNode, Suspense } from 'react';
import { Toaster } from '#web/ui/toast.tsx';
import { DemoBar } from './demo-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineBar } from './offline-bar.tsx';

export function SiteLayout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="visually-hidden skip-link" href="#main">
        Skip to content
      </a>
      <DemoBar />
      {/* Separate Suspense boundaries, so React doesn't hydrate the whole frame in one go. */}
      <Suspense>
        <Header path={path} />
      </Suspense>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
      <Toaster />
      <OfflineBar />
    </>
  );
}

// A constant element, so React skips it when the page changes.
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);
