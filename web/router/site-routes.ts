// The table of public pages. A visitor's browser knows no others: it asks the server for those.
import type { ResponseOf } from '#contracts/endpoints.ts';
import { get } from '#web/query/query.ts';
import { definePage, type PageDefinition } from './route-definition.ts';
import { pageNumber, pageSearch, wholeFromOne } from './url-params.ts';

export const sitePages: PageDefinition[] = [
  definePage({
    name: 'gallery',
    path: '/shop',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/gallery/gallery-page.tsx'),
  }),
  definePage({
    name: 'products',
    path: '/products',
    side: 'site',
    search: productSearch,
    gets: () => ({ products: get('GET /api/products', {}) }),
    load: () => import('#web/pages/site/products/products-page.tsx'),
  }),
  definePage({
    name: 'product',
    path: '/products/:slug',
    side: 'site',
    gets: ({ params: { slug = '' } }) => ({ product: get('GET /api/products/:slug', { params: { slug } }) }),
    subject: 'product',
    load: () => import('#web/pages/site/product/product-page.tsx'),
  }),
  definePage({
    name: 'home',
    path: '/',
    side: 'site',
    gets: () => ({ products: get('GET /api/products', {}) }),
    load: () => import('#web/pages/site/home/home-page.tsx'),
  }),
  definePage({
    name: 'faqs',
    path: '/faqs',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/faqs/faqs-page.tsx'),
  }),
  definePage({
    name: 'contact',
    path: '/contact-us',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/contact/contact-page.tsx'),
  }),
  definePage({
    name: 'about',
    path: '/about-us',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/about/about-page.tsx'),
  }),
  definePage({
    name: 'blog-list',
    path: '/blogs',
    side: 'site',
    search: pageSearch,
    gets: ({ query }) => ({ posts: get('GET /api/blogs', { query: { page: pageNumber(query) } }, withoutContent) }),
    load: () => import('#web/pages/site/blogs/blog-list-page.tsx'),
  }),
  definePage({
    name: 'blog-post',
    path: '/blog/:id',
    side: 'site',
    gets({ params }) {
      const id = wholeFromOne(params.id);
      return id === undefined ? undefined : { post: get('GET /api/blogs/:id', { params: { id } }) };
    },
    subject: 'post',
    load: () => import('#web/pages/site/blog/blog-post-page.tsx'),
  }),
  definePage({
    name: 'place-order',
    path: '/place-order',
    side: 'site',
    search: productSearch,
    gets: () => ({ products: get('GET /api/products', {}) }),
    load: () => import('#web/pages/site/place-order/place-order-page.tsx'),
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
    subject: 'order',
    load: () => import('#web/pages/site/order/order-page.tsx'),
  }),
  definePage({
    name: 'login',
    path: '/login',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/login/login-page.tsx'),
  }),
  definePage({
    name: 'signup',
    path: '/signup',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/signup/signup-page.tsx'),
  }),
  definePage({
    name: 'forgot-password',
    path: '/forgot-password',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/password/forgot-password-page.tsx'),
  }),
  definePage({
    name: 'reset-password',
    path: '/reset-password',
    side: 'site',
    gets: () => ({}),
    load: () => import('#web/pages/site/password/reset-password-page.tsx'),
  }),
];

/** Cards show the excerpt; ten whole posts would weigh more than the page. */
function withoutContent(reply: ResponseOf<'GET /api/blogs'>): ResponseOf<'GET /api/blogs'> {
  return { ...reply, data: reply.data.map((post) => ({ ...post, content: '' })) };
}

const keyIn = (query: URLSearchParams): string | undefined => /^[\w-]{1,100}$/.exec(query.get('key') ?? '')?.[0];

function productSearch(query: URLSearchParams): string {
  return query.get('search')?.trim() ? `?${new URLSearchParams({ search: query.get('search') ?? '' })}` : '';
}
