// Every public page and state.
import { dialog, fillIn, openForm, pressPay } from '#e2e/support/order-form.ts';
import type { SampleShop } from '#scripts/sample-shop.ts';
import { failWith, fillCart, type Scene, stall } from './scene.ts';

const phoneAndTablet = [360, 768];

export const siteScenes: Scene[] = [
  { name: 'home', path: '/' },
  {
    name: 'drawer',
    path: '/',
    widths: phoneAndTablet,
    viewportOnly: true,
    after: (page) => page.getByRole('button', { name: 'Menu' }).click(),
  },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms', widths: [360, 1440] },
  { name: 'refunds', path: '/refunds', widths: [360, 1440] },
  {
    name: 'faqs-loading',
    path: '/terms',
    before: stall('**/api/words/faqs'),
    after: (page) => page.getByRole('link', { name: 'FAQs' }).last().click(),
  },
  {
    name: 'faqs-failed',
    path: '/terms',
    before: failWith('**/api/words/faqs'),
    async after(page) {
      await page.getByRole('link', { name: 'FAQs' }).last().click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  { name: 'gallery', path: '/shop' },
  {
    name: 'lightbox',
    path: '/shop',
    viewportOnly: true,
    after: (page) => page.getByRole('link', { name: 'Open image 1 of' }).click(),
  },
  { name: 'products', path: '/products' },
  { name: 'products-none', path: '/products?search=none' },
  {
    name: 'products-loading',
    path: '/faqs',
    before: stall('**/api/products*'),
    after: (page) => page.getByRole('link', { name: 'Products' }).last().click(),
  },
  {
    name: 'products-failed',
    path: '/faqs',
    before: failWith('**/api/products*'),
    async after(page) {
      await page.getByRole('link', { name: 'Products' }).last().click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  { name: 'product', path: '/products/comet' },
  { name: 'product-sold-out', path: '/products/long-ditch-experimental-no-417' },
  { name: 'product-tiers', path: '/products/slough-fuggle' },
  { name: 'product-in-cart', path: '/products/comet', before: fillCart },
  { name: 'place-order-empty', path: '/place-order' },
  { name: 'place-order', path: '/place-order', before: fillCart },
  { name: 'order-form', path: '/products', viewportOnly: true, after: (page) => openForm(page) },
  {
    name: 'place-order-tiers',
    path: '/place-order',
    before: (page) => page.addInitScript(() => localStorage.setItem('order', JSON.stringify([{ id: 3, pounds: 20 }]))),
  },
  {
    name: 'order-form-tiers',
    path: '/products',
    viewportOnly: true,
    async after(page) {
      await openForm(page, 'Slough Fuggle');
      await dialog(page).getByLabel('Quantity in Pounds').fill('18');
    },
  },
  {
    name: 'order-form-lots',
    path: '/products/comet',
    viewportOnly: true,
    async after(page) {
      await openForm(page, 'Comet');
      await dialog(page).getByLabel('Lot', { exact: true }).selectOption({ index: 2 });
      await dialog(page).getByLabel('Quantity in Pounds').fill('70');
      await dialog(page).getByText('of lot CO-25-02 are left').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'order-form-freight',
    path: '/products',
    viewportOnly: true,
    async after(page) {
      await openForm(page);
      await dialog(page).getByLabel('ZIP code', { exact: true }).fill('97201');
      await dialog(page).getByText('About $18 by UPS').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'order-form-errors',
    path: '/products',
    viewportOnly: true,
    async after(page) {
      await openForm(page);
      await dialog(page).getByLabel('Quantity in Pounds').fill('999');
      await pressPay(page);
    },
  },
  {
    name: 'order-form-declined',
    path: '/products',
    // By hand: a real try would be in the list of orders.
    before: (page) =>
      page.route('**/api/process-payment', (route) =>
        route.fulfill({ status: 402, json: { status: 'error', error: 'The card was declined.' } }),
      ),
    viewportOnly: true,
    async after(page) {
      await openForm(page);
      await fillIn(page, { card: '4000 0000 0000 0002' });
      await pressPay(page);
      await dialog(page).getByText('Payment Failed').first().waitFor();
    },
  },
  { name: 'faqs', path: '/faqs' },
  { name: 'contact', path: '/contact-us' },
  { name: 'about', path: '/about-us' },
  { name: 'blogs', path: '/blogs' },
  { name: 'blogs-page-2', path: '/blogs?page=2' },
  { name: 'post', path: '/blog/2' },
  { name: 'post-preview', path: ({ preview }) => preview },
  { name: 'not-found', path: '/nowhere' },
  { name: 'login', path: '/login' },
  {
    name: 'login-errors',
    path: '/login',
    after: (page) => page.getByRole('button', { name: 'Login' }).click(),
  },
  { name: 'signup', path: '/signup' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password#sample' },
  { name: 'receipt', path: ({ orders }) => `/order/${orders.paid.id}?key=${orders.paid.key}` },
  { name: 'receipt-shipped', path: ({ orders }) => `/order/${orders.shipped.id}?key=${orders.shipped.key}` },
  { name: 'receipt-completed', path: ({ orders }) => `/order/${orders.completed.id}?key=${orders.completed.key}` },
  { name: 'receipt-refunded', path: ({ orders }) => `/order/${orders.refunded.id}?key=${orders.refunded.key}` },
  { name: 'api-docs', path: '/api/docs', viewportOnly: true },
  { name: 'customer-orders', path: '/dashboard', as: 'customer' },
  { name: 'customer-account', path: '/dashboard/account', as: 'customer' },
  ...(['open', 'paid', 'overdue', 'creditNote'] as const).map((kind) => ({
    name: `invoice-${kind === 'creditNote' ? 'credit-note' : kind}`,
    path: ({ invoices }: SampleShop) => `/invoice/${invoices[kind].number}?key=${invoices[kind].key}`,
  })),
  {
    name: 'invoice-printed',
    path: ({ invoices }) => `/invoice/${invoices.overdue.number}?key=${invoices.overdue.key}`,
    widths: [768],
    after: (page) => page.emulateMedia({ media: 'print' }),
  },
  { name: 'brew', path: '/brew' },
  { name: 'harvest', path: '/harvest' },
  { name: 'reserve', path: '/harvest/3' },
  { name: 'reserve-wet', path: '/harvest/1' },
  { name: 'reserve-closed', path: '/harvest/2' },
  { name: 'alert', path: '/alerts?key=none' },
  { name: 'lot', path: '/lots/co-26-sample' },
  {
    name: 'lot-loading',
    path: '/products/comet',
    before: stall('**/api/lots/*'),
    after: (page) => page.getByRole('link', { name: 'CO-26-SAMPLE' }).first().click(),
  },
  {
    name: 'lot-failed',
    path: '/products/comet',
    before: failWith('**/api/lots/*'),
    async after(page) {
      await page.getByRole('link', { name: 'CO-26-SAMPLE' }).first().click();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    },
  },
  { name: 'pay', path: ({ invoices }) => `/pay/${invoices.open.number}?key=${invoices.open.key}` },
  {
    name: 'pay-paid',
    path: ({ invoices }) => `/pay/${invoices.paid.number}?key=${invoices.paid.key}`,
    widths: [360, 1440],
  },
  { name: 'invoice-missing', path: '/invoice/1', widths: [360, 1440] },
];
