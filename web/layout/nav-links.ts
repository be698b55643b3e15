import { pagePaths } from '#contracts/page-paths.ts';

type NavLink = { label: string; href: string };

export const navLinks: NavLink[] = [
  { label: 'Home', href: pagePaths.home },
  { label: 'Our Products', href: pagePaths.products },
  { label: 'Contact Us', href: pagePaths.contact },
  { label: 'Gallery', href: pagePaths.gallery },
  { label: 'Blogs and News', href: pagePaths.blogs },
  { label: 'FAQs', href: pagePaths.faqs },
  { label: 'Login', href: pagePaths.login },
];

/** A post belongs to the blog, a product to the products. */
export function ariaCurrent(href: string, path: string): 'page' | 'true' | undefined {
  const here = path.toLowerCase();
  if (href.toLowerCase() === here) return 'page';
  if (href === pagePaths.blogs && here.startsWith('/blog/')) return 'true';
  if (href !== pagePaths.home && here.startsWith(`${href}/`)) return 'true';
  return undefined;
}
