// The table of the back office's pages.
import type { QueryOf } from '#contracts/endpoints.ts';
import { statuses } from '#contracts/ordering-rules.ts';
import { ranges } from '#contracts/sales-range.ts';
import { get } from '#web/query/query.ts';
import { definePage, type PageDefinition } from './route-definition.ts';
import { pageNumber, pageSearch, wholeFromOne } from './url-params.ts';

export const adminPages: PageDefinition[] = [
  definePage({
    name: 'dashboard',
    path: '/dashboard',
    side: 'admin',
    search: pageSearch,
    gets: () => ({ account: get('GET /api/account', {}) }),
    load: () => import('#web/pages/admin/dashboard/dashboard-page.tsx'),
  }),
  definePage({
    name: 'sales',
    path: '/dashboard/sales',
    side: 'admin',
    search: salesSearch,
    gets: ({ query }) => ({ sales: get('GET /api/sales', { query: salesQuery(query) }) }),
    load: () => import('#web/pages/admin/sales/sales-page.tsx'),
  }),
  definePage({
    name: 'payments',
    path: '/dashboard/payments',
    side: 'admin',
    gets: () => ({ alarms: get('GET /api/payment-alarms', {}) }),
    load: () => import('#web/pages/admin/payments/payments-page.tsx'),
  }),
  definePage({
    name: 'find-order',
    path: '/dashboard/find',
    side: 'admin',
    search: orderSearch,
    gets: ({ query }) => ({ found: get('GET /api/orders/search', { query: orderQuery(query) }) }),
    load: () => import('#web/pages/admin/find-order/find-order-page.tsx'),
  }),
  definePage({
    name: 'audit',
    path: '/dashboard/audit',
    side: 'admin',
    search: (query) => (lineIn(query) ? `?before=${lineIn(query)}` : ''),
    gets({ query }) {
      const before = lineIn(query);
      return { lines: get('GET /api/audit', { query: before ? { before } : {} }) };
    },
    load: () => import('#web/pages/admin/audit/audit-page.tsx'),
  }),
  definePage({
    name: 'order-management',
    path: '/Order-Management',
    side: 'admin',
    search: pageSearch,
    gets: ({ query }) => ({ orders: get('GET /api/orders/admin', { query: { page: pageNumber(query) } }) }),
    load: () => import('#web/pages/admin/order-management/order-management-page.tsx'),
  }),
  definePage({
    name: 'product-management',
    path: '/Product-Management',
    side: 'admin',
    gets: () => ({ products: get('GET /api/products/admin', {}) }),
    load: () => import('#web/pages/admin/product-management/product-management-page.tsx'),
  }),
  definePage({
    name: 'blog-management',
    path: '/Blog-Management',
    side: 'admin',
    search: pageSearch,
    gets: ({ query }) => ({ posts: get('GET /api/admin/blogs', { query: { page: pageNumber(query) } }) }),
    load: () => import('#web/pages/admin/blog-management/blog-management-page.tsx'),
  }),
];

/** The line of the audit trail before which a page of it starts. */
const lineIn = (query: URLSearchParams): number | undefined => wholeFromOne(query.get('before'));

/** What the address says, as far as it makes sense; what does not, the server refuses in words. */
function salesQuery(query: URLSearchParams): QueryOf<'GET /api/sales'> {
  const [from, to] = [query.get('from'), query.get('to')];
  const range = ranges.find((each) => each === query.get('range')) ?? (from || to ? 'custom' : '30d');
  return { range, ...(range === 'custom' && from && { from }), ...(range === 'custom' && to && { to }) };
}

function salesSearch(query: URLSearchParams): string {
  return get('GET /api/sales', { query: salesQuery(query) }).url.replace(/^[^?]*/, '');
}

function orderQuery(query: URLSearchParams): QueryOf<'GET /api/orders/search'> {
  const [q, from, to] = ['q', 'from', 'to'].map((name) => query.get(name)?.trim());
  const status = statuses.find((each) => each === query.get('status'));
  const before = wholeFromOne(query.get('before'));
  const after = before ? undefined : wholeFromOne(query.get('after'));
  return {
    ...{ ...(q && { q }), ...(status && { status }), ...(from && { from }), ...(to && { to }) },
    ...{ ...(before && { before }), ...(after && { after }) },
  };
}

function orderSearch(query: URLSearchParams): string {
  return get('GET /api/orders/search', { query: orderQuery(query) }).url.replace(/^[^?]*/, '');
}
