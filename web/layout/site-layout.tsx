import { type ReactNode, Suspense } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import { useFarm } from '#web/session/client-config.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
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
      <ErrorBoundary fallback={<BrandOnly />}>
        <Suspense>
          <Header path={path} />
        </Suspense>
      </ErrorBoundary>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {footer}
      <ErrorBoundary fallback={null}>
        <Toaster />
        <OfflineBar />
      </ErrorBoundary>
    </>
  );
}

// A constant element, so React skips it when the page changes.
const footer = (
  <ErrorBoundary fallback={null}>
    <Suspense>
      <Footer />
    </Suspense>
  </ErrorBoundary>
);

/** The header, if the whole one failed. */
function BrandOnly() {
  return (
    <header className="header">
      <div className="header-row wrap">
        <a className="brand" href={pagePaths.home}>
          {useFarm().brand}
        </a>
      </div>
    </header>
  );
}
