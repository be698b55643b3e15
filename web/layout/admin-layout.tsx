import { type ReactNode, useEffect, useRef } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import { confirmLeave } from '#web/router/unsaved-changes.ts';
import { useFarm } from '#web/session/client-config.ts';
import { logOut } from '#web/session/log-out.ts';
import { currentUser } from '#web/session/session.ts';
import { closePopover } from '#web/ui/close-popover.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Toaster } from '#web/ui/toast.tsx';
import { AdminIcon } from './admin-icon.tsx';
import { DemoBar } from './demo-bar.tsx';
import { Logo } from './logo.tsx';
import { ariaCurrent } from './nav-links.ts';
import { OfflineBar } from './offline-bar.tsx';

export const adminMenuId = 'admin-menu';

const dashboard = { label: 'Dashboard', href: pagePaths.dashboard, icon: 'dashboard' } as const;
const blog = { label: 'Blog Management', href: pagePaths.blogManagement, icon: 'pencil' } as const;
const staffLinks = [
  dashboard,
  { label: 'Product Management', href: pagePaths.productManagement, icon: 'cone' },
  { label: 'Order Management', href: pagePaths.orderManagement, icon: 'list' },
  blog,
] as const;
const writerLinks = [dashboard, blog];

export function AdminLayout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <>
      <a className="visually-hidden skip-link" href="#main">
        Skip to content
      </a>
      <DemoBar />
      <div className="admin">
        <ErrorBoundary>
          <Sidebar path={path} />
        </ErrorBoundary>
        <main id="main" tabIndex={-1} className="admin-main">
          {children}
        </main>
      </div>
      <ErrorBoundary fallback={null}>
        <Toaster />
        <OfflineBar />
      </ErrorBoundary>
    </>
  );
}

/** A sidebar on wide screens, a drawer on phones. */
function Sidebar({ path }: { path: string }) {
  const sidebar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to close it
  useEffect(() => closePopover(sidebar.current), [path]);
  const links = currentUser().role === 'writer' ? writerLinks : staffLinks;
  return (
    <nav ref={sidebar} id={adminMenuId} className="admin-side dark" popover="auto" aria-label="Back office">
      <a className="brand" href={pagePaths.home}>
        <Logo />
        <span>{useFarm().brand}</span>
      </a>
      <ul>
        {links.map(({ label, href, icon }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={ariaCurrent(
                href,
                path.replace(/^(\/order|\/dashboard\/orders)(?=\/)/i, pagePaths.orderManagement),
              )}
            >
              <AdminIcon name={icon} />
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
      <button className="admin-logout" type="button" onClick={() => confirmLeave() && logOut()}>
        <AdminIcon name="logout" />
        <span>Logout</span>
      </button>
    </nav>
  );
}
