import { pagePaths } from '#contracts/page-paths.ts';
import { useCart } from '#web/cart/cart.ts';
import { useFarm } from '#web/session/client-config.ts';
import { useLoggedIn } from '#web/session/session.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Drawer, drawerId } from './drawer.tsx';
import { Logo } from './logo.tsx';
import { accountPath, ariaCurrent, navLinksFor, searchPath } from './nav-links.ts';

export function Header({ path }: { path: string }) {
  const loggedIn = useLoggedIn();
  return (
    <header className="header">
      <div className="header-row wrap">
        <button className="icon-button header-menu" type="button" popoverTarget={drawerId} aria-label="Menu">
          <Icon name="menu" />
        </button>
        <a className="brand" href={pagePaths.home}>
          <Logo />
          <span>{useFarm().brand}</span>
        </a>
        <nav className="header-nav" aria-label="Main">
          <ul>
            {navLinksFor(loggedIn).map(({ label, href }) => (
              <li key={href}>
                <a href={href} aria-current={ariaCurrent(href, path)}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="header-icons">
          <a className="icon-button" href={searchPath} aria-label="Search">
            <Icon name="search" />
          </a>
          <a className="icon-button" href={accountPath(loggedIn)} aria-label="Account">
            <Icon name="account" />
          </a>
          <ErrorBoundary fallback={<CartLink count={0} />}>
            <Cart />
          </ErrorBoundary>
        </div>
      </div>
      <Drawer path={path} loggedIn={loggedIn} />
    </header>
  );
}

const Cart = () => <CartLink count={useCart().length} />;

function CartLink({ count }: { count: number }) {
  return (
    <a
      className="icon-button"
      href={pagePaths.placeOrder}
      aria-label={count > 0 ? `Your order, ${count} ${count === 1 ? 'line' : 'lines'}` : 'Your order'}
    >
      <Icon name="sack" />
      {count > 0 && <span className="header-badge tabular-nums">{count}</span>}
    </a>
  );
}
