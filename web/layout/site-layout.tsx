import type { ReactNode } from 'react';
import { Toaster } from '../ui/toast.tsx';
import { DemoBar } from './demo-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { OfflineBar } from './offline-bar.tsx';

export function SiteLayout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="unseen skip-link" href="#main">
        Skip to content
      </a>
      <DemoBar />
      <Header path={path} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Toaster />
      <OfflineBar />
    </>
  );
}
