import type { ReactNode } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import { confirmLeave } from '#web/router/unsaved-changes.ts';
import { logOut } from '#web/session/log-out.ts';
import { currentUser } from '#web/session/session.ts';
import { Icon } from '#web/ui/icon.tsx';
import { helpFor } from './admin-help.ts';
import { AdminIcon } from './admin-icon.tsx';
import { adminMenuId } from './admin-layout.tsx';
import { ThemeSwitch } from './admin-theme-switch.tsx';

/**
 * Back-office page frame: title, user name and Logout above the content. Help opens in a new tab, so that a form that is being filled
 * in stays as it is.
 */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  const help = helpFor(location.pathname);
  return (
    <>
      <AdminHeader title={title} help={help} />
      <div className="admin-body">
        {children}
        {/* On phones, whose header is full. */}
        {help && (
          <p className="admin-help-foot">
            <a className="text-link" href={help} target="_blank" title="Opens in a new tab" rel="noopener">
              Help with this page
            </a>
          </p>
        )}
      </div>
    </>
  );
}

function AdminHeader({ title, help }: { title: string; help: string | undefined }) {
  const { name, role, staff_role } = currentUser();
  return (
    <header className="admin-head">
      <button className="icon-button admin-menu" type="button" popoverTarget={adminMenuId} aria-label="Menu">
        <Icon name="menu" />
      </button>
      <h1>{title}</h1>
      {role !== 'writer' && (
        <a className="icon-button" href={pagePaths.findOrder} aria-label="Find an order" title="Find an order">
          <Icon name="search" />
        </a>
      )}
      {staff_role === 'owner' && (
        <a className="icon-button" href={pagePaths.settings} aria-label="Settings" title="Settings">
          <AdminIcon name="gear" />
        </a>
      )}
      {help && (
        <a
          className="icon-button admin-help"
          href={help}
          target="_blank"
          aria-label="Help"
          title="Help (opens in a new tab)"
          rel="noopener"
        >
          <AdminIcon name="help" />
        </a>
      )}
      <ThemeSwitch />
      <a className="admin-person" href={pagePaths.account} title="Your account">
        <Icon name="account" />
        <span className="visually-hidden">Your account: </span>
        <span>{name}</span>
      </a>
      <button className="button" type="button" onClick={() => confirmLeave() && logOut()}>
        <span>Logout</span>
        <AdminIcon name="logout" />
      </button>
    </header>
  );
}
