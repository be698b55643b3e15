import { pagePaths } from '#contracts/page-paths.ts';
import { Logo } from '#web/layout/logo.tsx';
import type { Head } from '#web/router/route-definition.ts';

export const headFor = (): Head => ({
  title: 'Not found',
  description: 'There is nothing at this address.',
});

export function Page() {
  return (
    <div className="not-found wrap">
      <Logo />
      <h1>404 - Not Found</h1>
      <p>Nothing grows at this address. It may have moved, or the link has a typo.</p>
      <div className="not-found-links">
        <a className="text-link" href={pagePaths.home}>
          Home
        </a>
        <a className="text-link" href={pagePaths.products}>
          Our Products
        </a>
      </div>
    </div>
  );
}
