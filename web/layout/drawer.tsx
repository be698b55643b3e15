import { type RefObject, useEffect, useRef } from 'react';
import { pagePaths } from '#contracts/page-paths.ts';
import { phoneLink } from '#contracts/phone.ts';
import { useFarm } from '#web/session/client-config.ts';
import { closePopover } from '#web/ui/close-popover.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Logo } from './logo.tsx';
import { ariaCurrent, navLinksFor, searchPath } from './nav-links.ts';

export const drawerId = 'drawer';

export function Drawer({ path, loggedIn }: { path: string; loggedIn: boolean }) {
  const farm = useFarm();
  const links = navLinksFor(loggedIn);
  if (!loggedIn) links.push({ label: 'Signup', href: pagePaths.signup });
  const drawer = useRef<HTMLElement>(null);
  const close = () => closePopover(drawer.current);
  useCloseOnChange(drawer, path);
  return (
    <nav
      ref={drawer}
      id={drawerId}
      className="drawer"
      popover="auto"
      aria-label="Menu"
      onToggle={({ newState }) => setPageInert(newState === 'open')}
    >
      <div className="drawer-head">
        <a className="brand" href={pagePaths.home} onClick={close}>
          <Logo />
          <span>{farm.brand}</span>
        </a>
        <button
          className="icon-button"
          type="button"
          popoverTarget={drawerId}
          popoverTargetAction="hide"
          aria-label="Close menu"
          // biome-ignore lint/a11y/noAutofocus: applies when the drawer opens, not on page load
          autoFocus
        >
          <Icon name="close" />
        </button>
      </div>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={ariaCurrent(href, path)} onClick={close}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <ul className="drawer-tools">
        <li>
          <a href={searchPath} onClick={close}>
            <Icon name="search" />
            Search
          </a>
        </li>
        <li>
          <a href={pagePaths.placeOrder} onClick={close}>
            <Icon name="sack" />
            Your order
          </a>
        </li>
      </ul>
      <p className="drawer-note tabular-nums">
        <a href={phoneLink(farm.phone)}>
          Call the barn: <span className="unbroken">{farm.phone}</span>
        </a>
      </p>
    </nav>
  );
}

/** Closes on navigation, or when the window gets wide enough for the full navigation. */
function useCloseOnChange(drawer: RefObject<HTMLElement | null>, path: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => closePopover(drawer.current), [drawer, path]);
  useEffect(() => {
    const wide = matchMedia('(min-width: 64em)');
    const close = () => closePopover(drawer.current);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [drawer]);
}

/** While the drawer is open, the rest of the page can't be focused. */
function setPageInert(inert: boolean) {
  for (const part of document.querySelectorAll('main, footer, .header-row > :not(.header-menu)'))
    part.toggleAttribute('inert', inert);
}
