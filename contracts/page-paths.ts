// Page URLs, and redirects for the dead links in the specification.
import type { SectionName } from './setting-sections.ts';

export const pagePaths = {
  home: '/',
  gallery: '/shop',
  products: '/products',
  product: (slug: string) => `/products/${slug}`,
  /** Numbers ignore case, and may have spaces and slashes. */
  lot: (number: string) => `/lots/${encodeURIComponent(number.toLowerCase())}`,
  faqs: '/faqs',
  brew: '/brew',
  harvest: '/harvest',
  reserve: (harvest: number) => `/harvest/${harvest}`,
  contact: '/contact-us',
  about: '/about-us',
  privacy: '/privacy',
  terms: '/terms',
  refunds: '/refunds',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  placeOrder: '/place-order',
  order: (id: number) => `/order/${id}`,
  invoice: (number: number) => `/invoice/${number}`,
  /** Takes a card for what is open of an invoice. */
  pay: (number: number) => `/pay/${number}`,
  blogs: '/blogs',
  blog: (id: number) => `/blog/${id}`,
  help: '/dashboard/help',
  dashboard: '/dashboard',
  account: '/dashboard/account',
  sales: '/dashboard/sales',
  payments: '/dashboard/payments',
  findOrder: '/dashboard/find',
  toPack: '/dashboard/to-pack',
  /** Followed by ?orders=1,2 */
  labels: '/dashboard/labels',
  audit: '/dashboard/audit',
  mail: '/dashboard/mail',
  media: '/dashboard/media',
  customers: '/dashboard/customers',
  newCustomer: '/dashboard/customers/new',
  customer: (id: number) => `/dashboard/customers/${id}`,
  changeOrder: (id: number) => `/dashboard/orders/${id}/change`,
  newOrder: '/dashboard/new-order',
  newOrderFor: (customer: number) => `/dashboard/new-order/${customer}`,
  books: '/dashboard/books',
  bookInvoices: '/dashboard/books/invoices',
  receivables: '/dashboard/books/receivables',
  stockLedger: '/dashboard/books/stock',
  harvests: '/dashboard/harvests',
  reservations: (harvest: number) => `/dashboard/harvests/${harvest}`,
  people: '/dashboard/people',
  settings: '/dashboard/settings',
  status: '/dashboard/status',
  settingSection: (section: SectionName) => `/dashboard/settings/${section}`,
  settingVersions: (section: SectionName) => `/dashboard/settings/${section}/versions`,
  backups: '/dashboard/backups',
  productManagement: '/Product-Management',
  orderManagement: '/Order-Management',
  blogManagement: '/Blog-Management',
} as const;

const redirects: Record<string, string> = {
  '/admin': pagePaths.dashboard,
  '/admin/dashboard': pagePaths.dashboard,
  '/admin/products': pagePaths.productManagement,
  '/admin/product-management': pagePaths.productManagement,
  '/admin/orders': pagePaths.orderManagement,
  '/admin/order-management': pagePaths.orderManagement,
  '/admin/blogs': pagePaths.blogManagement,
  '/admin/blog-management': pagePaths.blogManagement,
  '/admin/login': pagePaths.login,
};

/** Where a path that is not a page redirects to, if anywhere. Trailing slashes are removed. */
export function redirectFor(path: string): string | undefined {
  const bare = stripTrailingSlashes(path);
  const target = redirects[bare.toLowerCase()];
  if (target) return target;
  // A path that starts with two slashes would redirect to another host.
  const isLocal = /^\/[^/\\]/.test(bare);
  return isLocal && bare !== path ? bare : undefined;
}

/** Not a regular expression, which would be quadratic on a run of slashes in the middle. */
function stripTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
