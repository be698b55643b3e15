import { pagePaths } from '#contracts/page-paths.ts';

type NavLink = { label: string; href: string };

const navLinks: NavLink[] = [
  { label: 'Home', href: pagePaths.home },
  { label: 'Our Products', href: pagePaths.products },
  { label: 'Contact Us', href: pagePaths.contact },
  { label: 'Gallery', href: pagePaths.gallery },
  { label: 'Blogs and News', href: pagePaths.blogs },
  { label: 'FAQs', href: pagePaths.faqs },
];

export const searchPath = `${pagePaths.products}#search`;

export const accountPath = (loggedIn: boolean): string => (loggedIn ? pagePaths.dashboard : pagePaths.login);

export function navLinksFor(loggedIn: boolean): NavLink[] {
  return [...navLinks, { label: loggedIn ? 'Account' : 'Login', href: accountPath(loggedIn) }];
}

/** Posts count as part of the blog, product pages as part of the products. */
export function ariaCurrent(href: string, path: string): 'page' | 'true' | undefined {
  const current = path.toLowerCase();
  if (href.toLowerCase() === current) return 'page';
  if (href === pagePaths.blogs && current.startsWith('/blog/')) return 'true';
  if (href !== pagePaths.home && current.startsWith(`${href.toLowerCase()}/`)) return 'true';
  return undefined;
}
