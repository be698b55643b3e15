import type { ReactNode } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import { mayLeave } from '#web/router/unsaved-changes.ts';
import { logOut } from '#web/session/log-out.ts';
import { whoIsLoggedIn } from '#web/session/session.ts';
import { Icon } from '#web/ui/icon.tsx';
import { officeMenuId } from './admin-layout.tsx';

/** A page of the back office: its title above, with the person's name and Logout, and what it is for below. */
export function OfficePage({ title, children }: { title: string; children: ReactNode }) {
  const { name, role } = whoIsLoggedIn();
  return (
    <>
      <header className="office-head">
        <button className="icon-button office-menu" type="button" popoverTarget={officeMenuId} aria-label="Menu">
          <Icon name="menu" />
        </button>
        <h1>{title}</h1>
        {role === 'admin' && (
          <a className="icon-button" href={pagePaths.findOrder} aria-label="Find an order" title="Find an order">
            <Icon name="search" />
          </a>
        )}
        <span className="office-person">{name}</span>
        <button className="button" type="button" onClick={() => mayLeave() && logOut()}>
          Logout
        </button>
      </header>
      <div className="office-body">{children}</div>
    </>
  );
}
