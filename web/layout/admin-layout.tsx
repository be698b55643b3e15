import type { ReactNode } from 'react';
import { farm } from '../../content/farm.ts';
import { pagePaths } from '../../contracts/page-paths.ts';
import { Heron } from './heron.tsx';

const links = [
  { label: 'Dashboard', href: pagePaths.dashboard },
  { label: 'Product Management', href: pagePaths.productManagement },
  { label: 'Order Management', href: pagePaths.orderManagement },
  { label: 'Blog Management', href: pagePaths.blogManagement },
];

export function AdminLayout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="office">
      <nav className="office-side dark" aria-label="Back office">
        <a className="brand" href={pagePaths.home}>
          <Heron />
          <span>{farm.brand}</span>
        </a>
        <ul>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href} aria-current={href.toLowerCase() === path.toLowerCase() ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1} className="office-main">
        {children}
      </main>
    </div>
  );
}
