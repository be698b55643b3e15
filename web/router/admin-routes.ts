// Back-office routes.
import type { QueryOf } from '#contracts/endpoints.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import { ranges } from '#contracts/sales-range.ts';
import { type SectionName, sectionNames } from '#contracts/setting-sections.ts';
import { query } from '#web/query/query.ts';
import { defineRoute, type RouteDefinition } from './route-definition.ts';
import { pageNumber, pageSearch, positiveInteger } from './url-params.ts';

export const adminRoutes: RouteDefinition[] = [
  defineRoute({
    name: 'dashboard',
    path: '/dashboard',
    side: 'admin',
    search: pageSearch,
    queries: () => ({ account: query('GET /api/account', {}) }),
    load: () => import('#web/pages/admin/dashboard/dashboard-page.tsx'),
  }),
  defineRoute({
    name: 'account',
    path: '/dashboard/account',
    side: 'admin',
    queries: () => ({ account: query('GET /api/account', {}) }),
    load: () => import('#web/pages/admin/account/account-page.tsx'),
  }),
  defineRoute({
    name: 'sales',
    path: '/dashboard/sales',
    side: 'admin',
    search: salesSearch,
    queries: ({ searchParams }) => ({ sales: query('GET /api/sales', { query: salesQuery(searchParams) }) }),
    load: () => import('#web/pages/admin/sales/sales-page.tsx'),
  }),
  defineRoute({
    name: 'payments',
    path: '/dashboard/payments',
    side: 'admin',
    queries: () => ({ alerts: query('GET /api/payment-alarms', {}) }),
    load: () => import('#web/pages/admin/payments/payments-page.tsx'),
  }),
  defineRoute({
    name: 'find-order',
    path: '/dashboard/find',
    side: 'admin',
    search: orderSearch,
    queries: ({ searchParams }) => ({ results: query('GET /api/orders/search', { query: orderQuery(searchParams) }) }),
    load: () => import('#web/pages/admin/find-order/find-order-page.tsx'),
  }),
  defineRoute({
    name: 'to-pack',
    path: '/dashboard/to-pack',
    side: 'admin',
    queries: () => ({ orders: query('GET /api/orders/to-pack', {}) }),
    load: () => import('#web/pages/admin/to-pack/to-pack-page.tsx'),
  }),
  defineRoute({
    name: 'labels',
    path: '/dashboard/labels',
    side: 'admin',
    search: (searchParams) => `?orders=${searchParams.get('orders') ?? ''}`,
    queries({ searchParams }) {
      const orders = (searchParams.get('orders') ?? '').split(',').flatMap((id) => positiveInteger(id) ?? []);
      return orders.length > 0 ? { labels: query('GET /api/orders/labels', { query: { orders } }) } : undefined;
    },
    subject: 'labels',
    load: () => import('#web/pages/admin/labels/labels-page.tsx'),
  }),
  defineRoute({
    name: 'audit',
    path: '/dashboard/audit',
    side: 'admin',
    search: (searchParams) => (entryBefore(searchParams) ? `?before=${entryBefore(searchParams)}` : ''),
    queries({ searchParams }) {
      const before = entryBefore(searchParams);
      return { entries: query('GET /api/audit', { query: before ? { before } : {} }) };
    },
    load: () => import('#web/pages/admin/audit/audit-page.tsx'),
  }),
  defineRoute({
    name: 'mail',
    path: '/dashboard/mail',
    side: 'admin',
    search: emailSearch,
    queries: ({ searchParams }) => ({ emails: query('GET /api/emails', { query: emailQuery(searchParams) }) }),
    load: () => import('#web/pages/admin/mail/mail-page.tsx'),
  }),
  defineRoute({
    name: 'media',
    path: '/dashboard/media',
    side: 'admin',
    search: (searchParams) => pictureQuery(searchParams).url.replace(/^[^?]*/, ''),
    queries: ({ searchParams }) => ({ pictures: pictureQuery(searchParams) }),
    load: () => import('#web/pages/admin/media/media-page.tsx'),
  }),
  defineRoute({
    name: 'customers',
    path: '/dashboard/customers',
    side: 'admin',
    search: (searchParams) => customerQuery(searchParams).url.replace(/^[^?]*/, ''),
    queries: ({ searchParams }) => ({ customers: customerQuery(searchParams) }),
    load: () => import('#web/pages/admin/customers/customers-page.tsx'),
  }),
  defineRoute({
    name: 'new-customer',
    path: '/dashboard/customers/new',
    side: 'admin',
    // Nothing to load, but it asks people whose session has ended to log in.
    queries: () => ({ account: query('GET /api/account', {}) }),
    load: () => import('#web/pages/admin/customers/new-customer-page.tsx'),
  }),
  defineRoute({
    name: 'customer',
    path: '/dashboard/customers/:id',
    side: 'admin',
    search: (searchParams) => (entryBefore(searchParams) ? `?before=${entryBefore(searchParams)}` : ''),
    queries({ params, searchParams }) {
      const id = positiveInteger(params.id);
      if (id === undefined) return undefined;
      const before = entryBefore(searchParams);
      return {
        customer: query('GET /api/customers/:id', { params: { id } }),
        orders: query('GET /api/customers/:id/orders', { params: { id }, query: before ? { before } : {} }),
      };
    },
    load: () => import('#web/pages/admin/customers/customer-details-page.tsx'),
  }),
  defineRoute({
    name: 'change-order',
    path: '/dashboard/orders/:id/change',
    side: 'admin',
    queries({ params }) {
      const id = positiveInteger(params.id);
      if (id === undefined) return undefined;
      return {
        order: query('GET /api/orders/:id', { params: { id }, query: {} }),
        products: query('GET /api/products', {}),
      };
    },
    load: () => import('#web/pages/admin/change-order/change-order-page.tsx'),
  }),
  defineRoute({
    name: 'choose-customer',
    path: '/dashboard/new-order',
    side: 'admin',
    search: (searchParams) => customerQuery(searchParams).url.replace(/^[^?]*/, ''),
    queries: ({ searchParams }) => ({ customers: customerQuery(searchParams) }),
    load: () => import('#web/pages/admin/new-order/choose-customer-page.tsx'),
  }),
  defineRoute({
    name: 'new-order',
    path: '/dashboard/new-order/:customer',
    side: 'admin',
    queries({ params }) {
      const id = positiveInteger(params.customer);
      if (id === undefined) return undefined;
      return {
        customer: query('GET /api/customers/:id', { params: { id } }),
        terms: query('GET /api/customers/:id/terms', { params: { id } }),
        products: query('GET /api/products', {}),
      };
    },
    load: () => import('#web/pages/admin/new-order/new-order-page.tsx'),
  }),
  defineRoute({
    name: 'books',
    path: '/dashboard/books',
    side: 'admin',
    search: (searchParams) => booksQuery(searchParams).url.replace(/^[^?]*/, ''),
    queries: ({ searchParams }) => ({ books: booksQuery(searchParams) }),
    load: () => import('#web/pages/admin/books/books-page.tsx'),
  }),
  defineRoute({
    name: 'book-invoices',
    path: '/dashboard/books/invoices',
    side: 'admin',
    search: (searchParams) => bookInvoicesQuery(searchParams).url.replace(/^[^?]*/, ''),
    queries: ({ searchParams }) => ({ invoices: bookInvoicesQuery(searchParams) }),
    load: () => import('#web/pages/admin/books/book-invoices-page.tsx'),
  }),
  defineRoute({
    name: 'receivables',
    path: '/dashboard/books/receivables',
    side: 'admin',
    search: (searchParams) => receivablesQuery(searchParams).url.replace(/^[^?]*/, ''),
    queries: ({ searchParams }) => ({ receivables: receivablesQuery(searchParams) }),
    load: () => import('#web/pages/admin/books/receivables-page.tsx'),
  }),
  defineRoute({
    name: 'stock-ledger',
    path: '/dashboard/books/stock',
    side: 'admin',
    search: (searchParams) => stockQuery(searchParams).url.replace(/^[^?]*/, ''),
    queries: ({ searchParams }) => ({
      moves: stockQuery(searchParams),
      products: query('GET /api/products/admin', {}),
    }),
    load: () => import('#web/pages/admin/books/stock-ledger-page.tsx'),
  }),
  defineRoute({
    name: 'harvests',
    path: '/dashboard/harvests',
    side: 'admin',
    queries: () => ({
      harvests: query('GET /api/harvests/admin', {}),
      products: query('GET /api/products/admin', {}),
    }),
    load: () => import('#web/pages/admin/harvests/harvests-page.tsx'),
  }),
  defineRoute({
    name: 'reservations',
    path: '/dashboard/harvests/:id',
    side: 'admin',
    queries({ params }) {
      const id = positiveInteger(params.id);
      return id === undefined
        ? undefined
        : {
            reservations: query('GET /api/harvests/admin/:id/reservations', { params: { id } }),
            harvests: query('GET /api/harvests/admin', {}),
          };
    },
    load: () => import('#web/pages/admin/reservations/reservations-page.tsx'),
  }),
  defineRoute({
    name: 'people',
    path: '/dashboard/people',
    side: 'admin',
    queries: () => ({ people: query('GET /api/people', {}) }),
    load: () => import('#web/pages/admin/people/people-page.tsx'),
  }),
  defineRoute({
    name: 'status',
    path: '/dashboard/status',
    side: 'admin',
    queries: () => ({ status: query('GET /api/status', {}) }),
    load: () => import('#web/pages/admin/status/status-page.tsx'),
  }),
  defineRoute({
    name: 'settings',
    path: '/dashboard/settings',
    side: 'admin',
    // Nothing to load, but it asks people whose session has ended to log in.
    queries: () => ({ account: query('GET /api/account', {}) }),
    load: () => import('#web/pages/admin/settings/settings-page.tsx'),
  }),
  defineRoute({
    name: 'settings-section',
    path: '/dashboard/settings/:section',
    side: 'admin',
    queries({ params }) {
      const section = sectionOf(params.section);
      return section && { saved: query('GET /api/settings/:section', { params: { section } }) };
    },
    load: () => import('#web/pages/admin/settings/settings-section-page.tsx'),
  }),
  defineRoute({
    name: 'settings-versions',
    path: '/dashboard/settings/:section/versions',
    side: 'admin',
    search: (searchParams) => (entryBefore(searchParams) ? `?before=${entryBefore(searchParams)}` : ''),
    queries({ params, searchParams }) {
      const section = sectionOf(params.section);
      const before = entryBefore(searchParams);
      const versions = { params: { section: section ?? 'farm' }, query: before ? { before } : {} };
      return section && { versions: query('GET /api/settings/:section/versions', versions) };
    },
    load: () => import('#web/pages/admin/settings/settings-versions-page.tsx'),
  }),
  defineRoute({
    name: 'backups',
    path: '/dashboard/backups',
    side: 'admin',
    queries: () => ({ backups: query('GET /api/backups', {}) }),
    load: () => import('#web/pages/admin/backups/backups-page.tsx'),
  }),
  defineRoute({
    name: 'help',
    path: '/dashboard/help',
    side: 'admin',
    // Nothing to load, but it asks people whose session has ended to log in.
    queries: () => ({ account: query('GET /api/account', {}) }),
    load: () => import('#web/pages/admin/help/help-page.tsx'),
  }),
  defineRoute({
    name: 'order-management',
    path: '/Order-Management',
    side: 'admin',
    search: pageSearch,
    queries: ({ searchParams }) => ({
      orders: query('GET /api/orders/admin', { query: { page: pageNumber(searchParams) } }),
    }),
    load: () => import('#web/pages/admin/order-management/order-management-page.tsx'),
  }),
  // The server sends the buyer's page for this path; it hands over to the back office if staff are logged in.
  defineRoute({
    name: 'staff-order',
    path: '/order/:id',
    side: 'admin',
    queries({ params }) {
      const id = positiveInteger(params.id);
      if (id === undefined) return undefined;
      // The account: an order is not found for someone whose session has ended, so nothing else would ask for a new login.
      return {
        order: query('GET /api/orders/:id', { params: { id }, query: {} }),
        account: query('GET /api/account', {}),
      };
    },
    load: () => import('#web/pages/admin/order/staff-order-page.tsx'),
  }),
  defineRoute({
    name: 'product-management',
    path: '/Product-Management',
    side: 'admin',
    queries: () => ({ products: query('GET /api/products/admin', {}) }),
    load: () => import('#web/pages/admin/product-management/product-management-page.tsx'),
  }),
  defineRoute({
    name: 'blog-management',
    path: '/Blog-Management',
    side: 'admin',
    search: pageSearch,
    queries: ({ searchParams }) => ({
      posts: query('GET /api/admin/blogs', { query: { page: pageNumber(searchParams) } }),
    }),
    load: () => import('#web/pages/admin/blog-management/blog-management-page.tsx'),
  }),
];

/** A customer's own pages. */
export const customerRoutes = adminRoutes.filter(({ name }) => ['dashboard', 'account'].includes(name));

const sectionOf = (name = ''): SectionName | undefined => sectionNames.find((each) => each === name);

/** Entries and emails older than this id are shown. */
const entryBefore = (searchParams: URLSearchParams): number | undefined => positiveInteger(searchParams.get('before'));

function customerQuery(searchParams: URLSearchParams) {
  const q = searchParams.get('q')?.trim();
  const after = positiveInteger(searchParams.get('after'));
  const overdue = searchParams.get('overdue') === 'true' && { overdue: 'true' as const };
  const resale = searchParams.get('resale') === 'true' && { resale: 'true' as const };
  return query('GET /api/customers', { query: q ? { q } : { ...(overdue || resale), ...(after && { after }) } });
}

/** The server reports invalid values. */
function monthQuery(searchParams: URLSearchParams): { month?: string } {
  const month = searchParams.get('month');
  return month ? { month } : {};
}

const booksQuery = (searchParams: URLSearchParams) => query('GET /api/books', { query: monthQuery(searchParams) });

function afterQuery(searchParams: URLSearchParams): { after?: number } {
  const after = positiveInteger(searchParams.get('after'));
  return after ? { after } : {};
}

const bookInvoicesQuery = (searchParams: URLSearchParams) =>
  query('GET /api/books/invoices', { query: { ...monthQuery(searchParams), ...afterQuery(searchParams) } });

const receivablesQuery = (searchParams: URLSearchParams) =>
  query('GET /api/books/receivables', { query: afterQuery(searchParams) });

function stockQuery(searchParams: URLSearchParams) {
  const product = positiveInteger(searchParams.get('product'));
  const before = entryBefore(searchParams);
  return query('GET /api/stock-moves', {
    query: { ...(product && { product }), ...monthQuery(searchParams), ...(before && { before }) },
  });
}

/** Passes on what the URL says; the server reports invalid values. */
function salesQuery(searchParams: URLSearchParams): QueryOf<'GET /api/sales'> {
  const [from, to] = [searchParams.get('from'), searchParams.get('to')];
  const range = ranges.find((each) => each === searchParams.get('range')) ?? (from || to ? 'custom' : '30d');
  return { range, ...(range === 'custom' && from && { from }), ...(range === 'custom' && to && { to }) };
}

function salesSearch(searchParams: URLSearchParams): string {
  return query('GET /api/sales', { query: salesQuery(searchParams) }).url.replace(/^[^?]*/, '');
}

function orderQuery(searchParams: URLSearchParams): QueryOf<'GET /api/orders/search'> {
  const [q, from, to] = ['q', 'from', 'to'].map((name) => searchParams.get(name)?.trim());
  const status = statuses.find((each) => each === searchParams.get('status'));
  const before = positiveInteger(searchParams.get('before'));
  const after = before ? undefined : positiveInteger(searchParams.get('after'));
  return {
    ...{ ...(q && { q }), ...(status && { status }), ...(from && { from }), ...(to && { to }) },
    ...{ ...(before && { before }), ...(after && { after }) },
  };
}

function orderSearch(searchParams: URLSearchParams): string {
  return query('GET /api/orders/search', { query: orderQuery(searchParams) }).url.replace(/^[^?]*/, '');
}

function emailQuery(searchParams: URLSearchParams): QueryOf<'GET /api/emails'> {
  const before = entryBefore(searchParams);
  return { ...(searchParams.has('unsent') && { unsent: 'true' }), ...(before && { before }) };
}

function emailSearch(searchParams: URLSearchParams): string {
  return query('GET /api/emails', { query: emailQuery(searchParams) }).url.replace(/^[^?]*/, '');
}

const pictureQuery = (searchParams: URLSearchParams) =>
  query('GET /api/pictures', {
    query: { page: pageNumber(searchParams), ...(searchParams.has('unused') && { unused: 'true' as const }) },
  });
