import type { ReactNode } from 'react';
import { logOut } from '../data/log-out.ts';
import { whoIsLoggedIn } from '../data/session.ts';
import { mayLeave } from '../leaving.ts';
import { Icon } from '../ui/icon.tsx';
import { officeMenuId } from './admin-layout.tsx';

/** A page of the back office: its title above, with the person's name and Logout, and what it is for below. */
export function OfficePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <header className="office-head">
        <button className="icon-button office-menu" type="button" popoverTarget={officeMenuId} aria-label="Menu">
          <Icon name="menu" />
        </button>
        <h1>{title}</h1>
        <span className="office-person">{whoIsLoggedIn().name}</span>
        <button className="button" type="button" onClick={() => mayLeave() && logOut()}>
          Logout
        </button>
      </header>
      <div className="office-body">{children}</div>
    </>
  );
}
