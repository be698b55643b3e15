// Which section of the owner's guide explains a page.
import { pagePaths } from '#contracts/page-paths.ts';

const sections: Record<string, string> = {
  [pagePaths.dashboard]: 'the-dashboard',
  [pagePaths.account]: 'your-account',
  [pagePaths.payments]: 'cancel-and-refund',
  [pagePaths.findOrder]: 'orders-day-by-day',
  [pagePaths.toPack]: 'orders-day-by-day',
  [pagePaths.labels]: 'orders-day-by-day',
  [pagePaths.orderManagement]: 'orders-day-by-day',
  '/order': 'orders-day-by-day',
  '/dashboard/orders': 'change-an-order',
  [pagePaths.productManagement]: 'products-and-stock',
  [pagePaths.blogManagement]: 'posts',
  [pagePaths.mail]: 'emails',
  [pagePaths.media]: 'pictures',
  [pagePaths.customers]: 'customers',
  [pagePaths.newOrder]: 'orders-by-phone',
  [pagePaths.books]: 'books',
  [pagePaths.people]: 'people-and-roles',
  [pagePaths.status]: 'status-and-going-live',
  [pagePaths.backups]: 'backups-and-restore',
  [pagePaths.settings]: 'words-on-the-site',
  [pagePaths.settingSection('farm')]: 'farm-details',
  [pagePaths.settingSection('freight')]: 'freight-and-tracking',
  [pagePaths.settingSection('alerts')]: 'emails',
  [pagePaths.harvests]: 'harvest',
  [pagePaths.settingSection('gallery')]: 'gallery',
  [pagePaths.settingSection('legal')]: 'legal-pages',
};
const byPath = new Map(Object.entries(sections).map(([path, section]) => [path.toLowerCase(), section]));

/** A page without a section of its own has that of the page above it; the guide has none. */
export function helpFor(path: string): string | undefined {
  const lower = path.toLowerCase();
  if (lower === pagePaths.help) return undefined;
  if (lower.endsWith('/versions')) return `${pagePaths.help}#undo-a-change`;
  for (let parent = lower; parent; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    const section = byPath.get(parent);
    if (section) return `${pagePaths.help}#${section}`;
  }
  return pagePaths.help;
}
