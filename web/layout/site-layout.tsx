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
      {/* Each within a boundary, as the page is: React takes the whole frame over in one go otherwise. */}
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

// Always the same: React passes over it on the way to another page.
const footer = (
  <Suspense>
    <Footer />
  </Suspense>
);
