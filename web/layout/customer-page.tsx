import type { ReactNode } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import { confirmLeave } from '#web/router/unsaved-changes.ts';
import { logOut } from '#web/session/log-out.ts';

const links = [
  { label: 'Your orders', href: pagePaths.dashboard },
  { label: 'Your account', href: pagePaths.account },
];

/** A customer's page, inside the site's own layout. */
export function CustomerPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="customer-page admin-body wrap">
      <div className="customer-head">
        <h1>{title}</h1>
        <button className="button" type="button" onClick={() => confirmLeave() && logOut()}>
          Logout
        </button>
      </div>
      <nav className="customer-nav" aria-label="Your pages">
        {links.map(({ label, href }) => (
          <a key={href} href={href} aria-current={label === title ? 'page' : undefined}>
            {label}
          </a>
        ))}
        <a href={pagePaths.products}>Back to the shop</a>
      </nav>
      {children}
    </div>
  );
}
