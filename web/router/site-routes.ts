// Public routes. Visitors' browsers know no others; the server handles the rest.
import type { ResponseOf } from '#contracts/endpoints.ts';
import { legalPages } from '#contracts/legal-pages.ts';
import { query } from '#web/query/query.ts';
import { defineRoute, type RouteDefinition, type RouteLocation } from './route-definition.ts';
import { decodeSegment, pageNumber, pageSearch, positiveInteger } from './url-params.ts';

export const siteRoutes: RouteDefinition[] = [
  defineRoute({
    name: 'gallery',
    path: '/shop',
    side: 'site',
    queries: () => ({ words: query('GET /api/words/gallery', {}) }),
    load: () => import('#web/pages/site/gallery/gallery-page.tsx'),
  }),
  defineRoute({
    name: 'products',
    path: '/products',
    side: 'site',
    search: productSearch,
    queries: () => ({ products: query('GET /api/products', {}) }),
    load: () => import('#web/pages/site/products/products-page.tsx'),
  }),
  defineRoute({
    name: 'product',
    path: '/products/:slug',
    side: 'site',
    queries: ({ params: { slug = '' } }) => ({ product: query('GET /api/products/:slug', { params: { slug } }) }),
    subject: 'product',
    load: () => import('#web/pages/site/product/product-page.tsx'),
  }),
  defineRoute({
    name: 'lot',
    path: '/lots/:number',
    side: 'site',
    queries({ params }) {
      const number = decodeSegment(params.number ?? '');
      return number === undefined ? undefined : { lots: query('GET /api/lots/:number', { params: { number } }) };
    },
    subject: 'lots',
    load: () => import('#web/pages/site/lot/lot-page.tsx'),
  }),
  defineRoute({
    name: 'home',
    path: '/',
    side: 'site',
    queries: () => ({ words: query('GET /api/words/home', {}), products: query('GET /api/products', {}) }),
    load: () => import('#web/pages/site/home/home-page.tsx'),
  }),
  defineRoute({
    name: 'faqs',
    path: '/faqs',
    side: 'site',
    queries: () => ({ words: query('GET /api/words/faqs', {}) }),
    load: () => import('#web/pages/site/faqs/faqs-page.tsx'),
  }),
  defineRoute({
    name: 'contact',
    path: '/contact-us',
    side: 'site',
    queries: () => ({}),
    load: () => import('#web/pages/site/contact/contact-page.tsx'),
  }),
  defineRoute({
    name: 'about',
    path: '/about-us',
    side: 'site',
    queries: () => ({ words: query('GET /api/words/story', {}) }),
    load: () => import('#web/pages/site/about/about-page.tsx'),
  }),
  ...legalPages.map((page) =>
    defineRoute({
      name: 'legal',
      path: `/${page}`,
      side: 'site',
      queries: () => ({ text: query('GET /api/words/legal/:page', { params: { page } }) }),
      load: () => import('#web/pages/site/legal/legal-page.tsx'),
    }),
  ),
  defineRoute({
    name: 'blog-list',
    path: '/blogs',
    side: 'site',
    search: pageSearch,
    queries: ({ searchParams }) => ({
      posts: query('GET /api/blogs', { query: { page: pageNumber(searchParams) } }, withoutContent),
    }),
    load: () => import('#web/pages/site/blogs/blog-list-page.tsx'),
  }),
  defineRoute({
    name: 'blog-post',
    path: '/blog/:id',
    side: 'site',
    search: (searchParams) => keySearch(searchParams, 'preview'),
    queries({ params, searchParams }) {
      const id = positiveInteger(params.id);
      const token = keyIn(searchParams, 'preview');
      if (id === undefined) return undefined;
      return token
        ? { post: query('GET /api/blogs/:id/preview', { params: { id }, query: { token } }) }
        : { post: query('GET /api/blogs/:id', { params: { id } }) };
    },
    subject: 'post',
    load: () => import('#web/pages/site/blog/blog-post-page.tsx'),
  }),
  defineRoute({
    name: 'place-order',
    path: '/place-order',
    side: 'site',
    search: productSearch,
    queries: () => ({ products: query('GET /api/products', {}) }),
    load: () => import('#web/pages/site/place-order/place-order-page.tsx'),
  }),
  defineRoute({
    name: 'order',
    path: '/order/:id',
    side: 'site',
    search: (searchParams) => keySearch(searchParams, 'key'),
    queries({ params, searchParams }) {
      const id = positiveInteger(params.id);
      const key = keyIn(searchParams, 'key');
      return id === undefined
        ? undefined
        : { order: query('GET /api/orders/:id', { params: { id }, query: key ? { key } : {} }) };
    },
    asksAgain: true,
    load: () => import('#web/pages/site/order/order-page.tsx'),
  }),
  defineRoute({
    name: 'invoice',
    path: '/invoice/:number',
    side: 'site',
    search: (searchParams) => keySearch(searchParams, 'key'),
    queries: invoiceQueries,
    subject: 'invoice',
    load: () => import('#web/pages/site/invoice/invoice-page.tsx'),
  }),
  defineRoute({
    name: 'pay',
    path: '/pay/:number',
    side: 'site',
    search: (searchParams) => keySearch(searchParams, 'key'),
    queries: invoiceQueries,
    subject: 'invoice',
    load: () => import('#web/pages/site/pay/pay-page.tsx'),
  }),
  defineRoute({
    name: 'alert',
    path: '/alerts',
    side: 'site',
    search: (searchParams) => keySearch(searchParams, 'key'),
    queries({ searchParams }) {
      const token = keyIn(searchParams, 'key');
      return token ? { subscription: query('GET /api/alerts/:token', { params: { token } }) } : undefined;
    },
    load: () => import('#web/pages/site/alert/alert-page.tsx'),
  }),
  defineRoute({
    name: 'harvest',
    path: '/harvest',
    side: 'site',
    queries: () => ({ harvests: query('GET /api/harvests', {}) }),
    load: () => import('#web/pages/site/harvest/harvest-page.tsx'),
  }),
  defineRoute({
    name: 'reserve',
    path: '/harvest/:id',
    side: 'site',
    queries({ params }) {
      const id = positiveInteger(params.id);
      return id === undefined ? undefined : { harvest: query('GET /api/harvests/:id', { params: { id } }) };
    },
    subject: 'harvest',
    load: () => import('#web/pages/site/reserve/reserve-page.tsx'),
  }),
  defineRoute({
    name: 'brew',
    path: '/brew',
    side: 'site',
    queries: () => ({ hops: query('GET /api/hops', {}) }),
    load: () => import('#web/pages/site/brew/brew-page.tsx'),
  }),
  defineRoute({
    name: 'login',
    path: '/login',
    side: 'site',
    queries: () => ({}),
    load: () => import('#web/pages/site/login/login-page.tsx'),
  }),
  defineRoute({
    name: 'signup',
    path: '/signup',
    side: 'site',
    queries: () => ({}),
    load: () => import('#web/pages/site/signup/signup-page.tsx'),
  }),
  defineRoute({
    name: 'forgot-password',
    path: '/forgot-password',
    side: 'site',
    queries: () => ({}),
    load: () => import('#web/pages/site/password/forgot-password-page.tsx'),
  }),
  defineRoute({
    name: 'reset-password',
    path: '/reset-password',
    side: 'site',
    queries: () => ({}),
    load: () => import('#web/pages/site/password/reset-password-page.tsx'),
  }),
];

/** Cards only show the excerpt; ten full posts would outweigh the page. */
function withoutContent(response: ResponseOf<'GET /api/blogs'>): ResponseOf<'GET /api/blogs'> {
  return { ...response, data: response.data.map((post) => ({ ...post, content: '' })) };
}

function invoiceQueries({ params, searchParams }: RouteLocation) {
  const id = positiveInteger(params.number);
  const key = keyIn(searchParams, 'key');
  return id === undefined
    ? undefined
    : { invoice: query('GET /api/invoices/:id', { params: { id }, query: key ? { key } : {} }) };
}

function keySearch(searchParams: URLSearchParams, name: string): string {
  const key = keyIn(searchParams, name);
  return key ? `?${name}=${key}` : '';
}

/** A parameter that gives access to a page. */
const keyIn = (searchParams: URLSearchParams, name: string): string | undefined =>
  /^[\w-]{1,100}$/.exec(searchParams.get(name) ?? '')?.[0];

function productSearch(searchParams: URLSearchParams): string {
  return searchParams.get('search')?.trim()
    ? `?${new URLSearchParams({ search: searchParams.get('search') ?? '' })}`
    : '';
}
