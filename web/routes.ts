// The table of pages. Everything the shop shows has a line here.
import type { QueryOf, ReplyOf } from '../contracts/calls.ts';
import { statuses } from '../contracts/ordering-rules.ts';
import { ranges } from '../contracts/sales-range.ts';
import { get } from './data/get.ts';
import { definePage, type PageDefinition, type Place } from './page.ts';

export const pages: PageDefinition[] = [
  definePage({
    name: 'gallery',
    path: '/shop',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/shop/gallery-page.tsx'),
  }),
  definePage({
    name: 'products',
    path: '/products',
    side: 'site',
    search: productSearch,
    gets: () => ({ products: get('GET /api/products', {}) }),
    load: () => import('./pages/products/products-page.tsx'),
  }),
  definePage({
    name: 'product',
    path: '/products/:slug',
    side: 'site',
    gets: ({ params: { slug = '' } }) => ({ product: get('GET /api/products/:slug', { params: { slug } }) }),
    load: () => import('./pages/product/product-page.tsx'),
  }),
  definePage({
    name: 'home',
    path: '/',
    side: 'site',
    gets: () => ({ products: get('GET /api/products', {}) }),
    load: () => import('./pages/home/home-page.tsx'),
  }),
  definePage({
    name: 'faqs',
    path: '/faqs',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/faqs/faqs-page.tsx'),
  }),
  definePage({
    name: 'contact',
    path: '/contact-us',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/contact/contact-page.tsx'),
  }),
  definePage({
    name: 'about',
    path: '/about-us',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/about/about-page.tsx'),
  }),
  definePage({
    name: 'blog-list',
    path: '/blogs',
    side: 'site',
    search: pageSearch,
    gets: ({ query }) => ({ posts: get('GET /api/blogs', { query: { page: pageNumber(query) } }, withoutContent) }),
    load: () => import('./pages/blogs/blog-list-page.tsx'),
  }),
  definePage({
    name: 'blog-post',
    path: '/blog/:id',
    side: 'site',
    gets({ params }) {
      const id = wholeFromOne(params.id);
      return id === undefined ? undefined : { post: get('GET /api/blogs/:id', { params: { id } }) };
    },
    load: () => import('./pages/blog/blog-post-page.tsx'),
  }),
  definePage({
    name: 'place-order',
    path: '/place-order',
    side: 'site',
    search: productSearch,
    gets: () => ({ products: get('GET /api/products', {}) }),
    load: () => import('./pages/place-order/place-order-page.tsx'),
  }),
  definePage({
    name: 'order',
    path: '/order/:id',
    side: 'site',
    search: (query) => (keyIn(query) ? `?key=${keyIn(query)}` : ''),
    gets({ params, query }) {
      const id = wholeFromOne(params.id);
      const key = keyIn(query);
      return id === undefined
        ? undefined
        : { order: get('GET /api/orders/:id', { params: { id }, query: key ? { key } : {} }) };
    },
    load: () => import('./pages/order/order-page.tsx'),
  }),
  definePage({
    name: 'login',
    path: '/login',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/login/login-page.tsx'),
  }),
  definePage({
    name: 'signup',
    path: '/signup',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/signup/signup-page.tsx'),
  }),
  definePage({
    name: 'forgot-password',
    path: '/forgot-password',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/password/forgot-password-page.tsx'),
  }),
  definePage({
    name: 'reset-password',
    path: '/reset-password',
    side: 'site',
    gets: () => ({}),
    load: () => import('./pages/password/reset-password-page.tsx'),
  }),
  definePage({
    name: 'dashboard',
    path: '/dashboard',
    side: 'admin',
    search: pageSearch,
    gets: () => ({ account: get('GET /api/account', {}) }),
    load: () => import('./pages/dashboard/dashboard-page.tsx'),
  }),
  definePage({
    name: 'sales',
    path: '/dashboard/sales',
    side: 'admin',
    search: salesSearch,
    gets: ({ query }) => ({ sales: get('GET /api/sales', { query: salesQuery(query) }) }),
    load: () => import('./pages/sales/sales-page.tsx'),
  }),
  definePage({
    name: 'payments',
    path: '/dashboard/payments',
    side: 'admin',
    gets: () => ({ alarms: get('GET /api/payment-alarms', {}) }),
    load: () => import('./pages/payments/payments-page.tsx'),
  }),
  definePage({
    name: 'find-order',
    path: '/dashboard/find',
    side: 'admin',
    search: orderSearch,
    gets: ({ query }) => ({ found: get('GET /api/orders/search', { query: orderQuery(query) }) }),
    load: () => import('./pages/find-order/find-order-page.tsx'),
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
    load: () => import('./pages/audit/audit-page.tsx'),
  }),
  definePage({
    name: 'order-management',
    path: '/Order-Management',
    side: 'admin',
    search: pageSearch,
    gets: ({ query }) => ({ orders: get('GET /api/orders/admin', { query: { page: pageNumber(query) } }) }),
    load: () => import('./pages/order-management/order-management-page.tsx'),
  }),
  definePage({
    name: 'product-management',
    path: '/Product-Management',
    side: 'admin',
    gets: () => ({ products: get('GET /api/products/admin', {}) }),
    load: () => import('./pages/product-management/product-management-page.tsx'),
  }),
  definePage({
    name: 'blog-management',
    path: '/Blog-Management',
    side: 'admin',
    search: pageSearch,
    gets: ({ query }) => ({ posts: get('GET /api/admin/blogs', { query: { page: pageNumber(query) } }) }),
    load: () => import('./pages/blog-management/blog-management-page.tsx'),
  }),
];

/** `url` is the one spelling of the page's address: case, and query parameters nobody reads, do not count. */
export type Found = { page: PageDefinition; place: Place; url: string };

export function findPage(path: string, search: string): Found | undefined {
  const segments = path.split('/');
  for (const page of pages) {
    const params = matched(page.path.split('/'), segments);
    if (!params) continue;
    const query = new URLSearchParams(search);
    const spelled = page.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    return { page, place: { params, query }, url: spelled + (page.search?.(query) ?? '') };
  }
  return undefined;
}

function matched(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':') && segment) params[part.slice(1)] = segment.toLowerCase();
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined;
  }
  return params;
}

function wholeFromOne(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Cards show the excerpt; ten whole posts would weigh more than the page. */
function withoutContent(reply: ReplyOf<'GET /api/blogs'>): ReplyOf<'GET /api/blogs'> {
  return { ...reply, data: reply.data.map((post) => ({ ...post, content: '' })) };
}

/** A page number that makes no sense shows the first page. */
function pageNumber(query: URLSearchParams): number {
  return wholeFromOne(query.get('page')) ?? 1;
}

/** The line of the audit trail before which a page of it starts. */
const lineIn = (query: URLSearchParams): number | undefined => wholeFromOne(query.get('before'));

const keyIn = (query: URLSearchParams): string | undefined => /^[\w-]{1,100}$/.exec(query.get('key') ?? '')?.[0];

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

function productSearch(query: URLSearchParams): string {
  return query.get('search')?.trim() ? `?${new URLSearchParams({ search: query.get('search') ?? '' })}` : '';
}

function pageSearch(query: URLSearchParams): string {
  const page = pageNumber(query);
  return page > 1 ? `?page=${page}` : '';
}
