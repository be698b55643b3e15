// Every page and state of the back office. Each is taken light and dark.
import type { Page } from '@playwright/test';
import { failWith, type Scene, stall } from './scene.ts';

const pages = [
  { name: 'dashboard', path: '/dashboard', api: '**/api/dashboard/admin' },
  { name: 'products-admin', path: '/Product-Management', api: '**/api/products/admin*' },
  { name: 'orders', path: '/Order-Management', api: '**/api/orders/admin*' },
  { name: 'blogs-admin', path: '/Blog-Management', api: '**/api/admin/blogs*' },
  { name: 'sales', path: '/dashboard/sales', api: '**/api/sales*' },
  { name: 'find', path: '/dashboard/find?q=dana', api: '**/api/orders/search*' },
  { name: 'to-pack', path: '/dashboard/to-pack', api: '**/api/orders/to-pack*' },
  { name: 'labels', path: '/dashboard/labels?orders=1,2,3', api: '**/api/orders/labels*' },
  { name: 'payments', path: '/dashboard/payments', api: '**/api/payment-alarms*' },
  { name: 'mail', path: '/dashboard/mail', api: '**/api/emails*' },
  { name: 'media', path: '/dashboard/media', api: '**/api/pictures*' },
  { name: 'customers', path: '/dashboard/customers', api: '**/api/customers*' },
  { name: 'customer', path: '/dashboard/customers/1', api: '**/api/customers/1' },
  { name: 'new-customer', path: '/dashboard/customers/new', api: '**/api/account' },
  { name: 'choose-customer', path: '/dashboard/new-order', api: '**/api/customers*' },
  { name: 'new-order', path: '/dashboard/new-order/1', api: '**/api/customers/1' },
  { name: 'books', path: '/dashboard/books?month=2026-09', api: '**/api/books*' },
  { name: 'book-invoices', path: '/dashboard/books/invoices?month=2026-08', api: '**/api/books/invoices*' },
  { name: 'receivables', path: '/dashboard/books/receivables', api: '**/api/books/receivables*' },
  { name: 'stock-ledger', path: '/dashboard/books/stock', api: '**/api/stock-moves*' },
  { name: 'people', path: '/dashboard/people', api: '**/api/people*' },
  { name: 'harvests', path: '/dashboard/harvests', api: '**/api/harvests/admin' },
  { name: 'reservations', path: '/dashboard/harvests/1', api: '**/api/harvests/admin/1/reservations' },
  { name: 'status', path: '/dashboard/status', api: '**/api/status' },
  { name: 'settings', path: '/dashboard/settings', api: '**/api/account' },
  { name: 'settings-faqs', path: '/dashboard/settings/faqs', api: '**/api/settings/faqs' },
  { name: 'settings-versions', path: '/dashboard/settings/faqs/versions', api: '**/api/settings/faqs/versions' },
  { name: 'backups', path: '/dashboard/backups', api: '**/api/backups' },
  { name: 'audit', path: '/dashboard/audit', api: '**/api/audit*' },
  { name: 'account', path: '/dashboard/account', api: '**/api/account/sessions' },
];

const started_at = '2026-10-01T16:59:00.000Z';
const runningBackup = { state: 'running', started_at, step: 'files', done: 61, total: 144 };
const failedBackup = { state: 'failed', started_at, reason: 'The disk is full. Make room, then try again.' };
const backupFiles = ['2026-10-01T09-00-00.000Z', '2026-09-30T09-00-00.000Z', '2026-09-29T09-00-00.000Z'].map(
  (time, index) => ({
    name: `farm-${time}.backup`,
    bytes: 18_734_112 - index * 96_000,
    created_at: time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'),
  }),
);
const showRun = (run: object) => (page: Page) =>
  page.route('**/api/backups', (route) =>
    route.fulfill({
      json: {
        ...{ data: backupFiles, folder: '/var/lib/heron-slough-ranch-backups', run },
        last_backup_at: backupFiles[0]?.created_at,
      },
    }),
  );

/** The shop's pictures, as if nothing used them. */
const showUnused = (page: Page) =>
  page.route('**/api/pictures*', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('&unused=true', '') });
    const { data, pagination } = await response.json();
    const change = { uses: [], removal_at: '2026-10-31T17:00:00.000Z' };
    await route.fulfill({ json: { data: data.map((picture: object) => ({ ...picture, ...change })), pagination } });
  });

const chooseMore = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name }).click();
};
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

async function addLotToComet(page: Page) {
  await press('Edit Comet')(page);
  await press('Add a lot')(page);
}

async function chooseDate(page: Page) {
  await page.getByLabel('Publish').selectOption('At a time you choose');
}

/** A third tier that costs more than the second. */
async function breakTiers(page: Page) {
  await press('Edit Slough Fuggle')(page);
  await page.getByText('Price by quantity').click();
  await press('Add a price tier')(page);
  await page.keyboard.type('44');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await press('Update Product')(page);
  await page.getByText('Price must be less than $11.75.').waitFor();
}

async function openVersions(page: Page) {
  await press(/^Edit/)(page);
  await page.getByText('Versions').click();
}

async function showVersions(page: Page) {
  await openVersions(page);
  await press('Show changes of version 3')(page);
}

/** A colleague saved the post since it was opened. */
async function conflict(page: Page) {
  const current = {
    ...{ title: 'Winter work', content: '<p>Wire and anchors.</p>', excerpt: '', description: '', image_url: null },
    ...{ created_at: '2026-10-01T17:00:00Z', published_at: null, updated_at: '2026-10-01T17:00:00Z' },
    ...{ day: '2026-10-01', version: 9 },
  };
  const message = 'Someone else changed this post. Nothing was saved.';
  await page.route(/\/api\/admin\/blogs\/\d+$/, (route) => {
    const id = Number(route.request().url().split('/').at(-1));
    return route.fulfill({ status: 409, json: { message, current: { id, ...current } } });
  });
  await press(/^Edit/)(page);
  await page.getByLabel('Title').fill('Winter on the farm');
  await press('Update Blog Post')(page);
  await press('Load current values')(page);
}

/** A colleague saved the home page since it was opened, and replaced the same picture. */
async function settingsConflict(page: Page) {
  await page.route('**/api/settings/home', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const { data } = await (await route.fetch({ method: 'GET', postData: '' })).json();
    const hero = { ...data.value.hero, lead: 'Hops, dried the day they are picked.', picture: 'gallery-07.jpg' };
    const current = { ...data, version: data.version + 1, saved_by: 'Wren', value: { ...data.value, hero } };
    const message = 'Someone else changed this section. Nothing was saved.';
    return route.fulfill({ status: 409, json: { message, current } });
  });
  await page.getByLabel('Text').first().fill('Mine.');
  await page.getByRole('group', { name: 'Opening' }).getByRole('button', { name: 'Choose from library' }).click();
  await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
  await press('Save')(page);
  await page.getByText('saved this since you opened it').waitFor();
}

async function refuseRestore(page: Page) {
  const message =
    'This version shows a picture that was removed from the library (Young hop shoots climbing strings.). Nothing changed.';
  await page.route('**/restore', (route) =>
    route.fulfill({ status: 422, json: { message, errors: { restore: [message] } } }),
  );
  await press('Go back to this')(page);
}

export const adminScenes: Scene[] = [
  ...pages.flatMap(({ name, path, api }): Scene[] => [
    { name, path, as: 'staff' },
    { name: `${name}-loading`, path, as: 'staff', before: stall(api), widths: [360, 1440] },
    // Not with "Failed" in the text, which logs staff out.
    { name: `${name}-failed`, path, as: 'staff', before: failWith(api), widths: [360, 1440] },
  ]),
  {
    name: 'admin-drawer',
    path: '/dashboard',
    as: 'staff',
    widths: [360, 768],
    viewportOnly: true,
    after: press('Menu'),
  },
  { name: 'help', path: '/dashboard/help', as: 'staff' },
  { name: 'help-section', path: '/dashboard/help#posts', as: 'staff', viewportOnly: true },
  { name: 'settings-gallery', path: '/dashboard/settings/gallery', as: 'staff' },
  {
    name: 'settings-gallery-picture',
    path: '/dashboard/settings/gallery',
    as: 'staff',
    viewportOnly: true,
    after: (page) => page.getByText('Young bines on their strings.').click(),
  },
  { name: 'settings-farm', path: '/dashboard/settings/farm', as: 'staff' },
  {
    name: 'settings-freight',
    path: '/dashboard/settings/freight',
    as: 'staff',
    after: (page) => page.getByText('600 miles, 22 lbs').click(),
  },
  { name: 'settings-alerts', path: '/dashboard/settings/alerts', as: 'staff' },
  { name: 'settings-home', path: '/dashboard/settings/home', as: 'staff' },
  { name: 'settings-story', path: '/dashboard/settings/story', as: 'staff' },
  {
    name: 'labels-thermal',
    path: '/dashboard/labels?orders=1,2,3',
    as: 'staff',
    widths: [360, 1440],
    async after(page) {
      await page.getByLabel('Labels', { exact: true }).selectOption('Label printer: 4 × 6 in');
    },
  },
  {
    name: 'picking-list',
    path: '/dashboard/to-pack',
    as: 'staff',
    widths: [768],
    async after(page) {
      await page.getByRole('checkbox', { name: /^Choose all/ }).check();
      await page.evaluate(() => document.documentElement.classList.add('printing-picking-list'));
      await page.emulateMedia({ media: 'print' });
    },
  },
  {
    name: 'to-pack-chosen',
    path: '/dashboard/to-pack',
    as: 'staff',
    viewportOnly: true,
    async after(page) {
      await page.getByRole('checkbox', { name: /^Choose all/ }).check();
    },
  },
  { name: 'settings-breweries', path: '/dashboard/settings/breweries', as: 'staff' },
  { name: 'settings-legal', path: '/dashboard/settings/legal', as: 'staff' },
  {
    name: 'settings-conflict',
    path: '/dashboard/settings/home',
    as: 'staff',
    viewportOnly: true,
    after: settingsConflict,
  },
  {
    name: 'settings-conflict-loaded',
    path: '/dashboard/settings/home',
    as: 'staff',
    viewportOnly: true,
    async after(page) {
      await settingsConflict(page);
      await press('Load current values')(page);
    },
  },
  {
    name: 'settings-versions-refused',
    path: '/dashboard/settings/faqs/versions',
    as: 'staff',
    viewportOnly: true,
    after: refuseRestore,
  },
  {
    name: 'settings-errors',
    path: '/dashboard/settings/farm',
    as: 'staff',
    viewportOnly: true,
    async after(page) {
      await page.getByLabel('Phone').fill('12');
      await page.getByRole('button', { name: 'Save' }).click();
    },
  },
  {
    name: 'settings-question',
    path: '/dashboard/settings/faqs',
    as: 'staff',
    after: (page) => page.getByText('What size bags do you sell?').click(),
  },
  { name: 'backups-running', path: '/dashboard/backups', as: 'staff', before: showRun(runningBackup) },
  { name: 'backups-broken', path: '/dashboard/backups', as: 'staff', before: showRun(failedBackup) },
  { name: 'media-all-used', path: '/dashboard/media?unused=true', as: 'staff' },
  { name: 'media-unused', path: '/dashboard/media?unused=true', as: 'staff', before: showUnused },
  {
    name: 'library',
    path: '/Product-Management',
    as: 'staff',
    viewportOnly: true,
    after: press('Choose from library'),
  },
  { name: 'sales-harvest', path: '/dashboard/sales?range=harvest', as: 'staff' },
  { name: 'sales-none', path: '/dashboard/sales?range=custom&from=2020-01-01&to=2020-01-31', as: 'staff' },
  { name: 'find-none', path: '/dashboard/find?q=nobody', as: 'staff' },
  { name: 'product-edit', path: '/Product-Management', as: 'staff', after: press(/^Edit/) },
  { name: 'product-lots', path: '/Product-Management', as: 'staff', after: press('Edit Comet') },
  { name: 'lot-new', path: '/Product-Management', as: 'staff', viewportOnly: true, after: addLotToComet },
  {
    name: 'lot-write-off',
    path: '/Product-Management',
    as: 'staff',
    viewportOnly: true,
    async after(page) {
      await press('Edit Comet')(page);
      await press('Write off pounds of lot CO-25-02')(page);
    },
  },
  { name: 'product-tiers-edit', path: '/Product-Management', as: 'staff', after: breakTiers },
  {
    name: 'product-errors',
    path: '/Product-Management',
    as: 'staff',
    after: press(/^(Add|Create) Product/),
  },
  { name: 'product-delete', path: '/Product-Management', as: 'staff', viewportOnly: true, after: press(/^Delete/) },
  { name: 'blog-edit', path: '/Blog-Management', as: 'staff', after: press(/^Edit/) },
  { name: 'blog-schedule', path: '/Blog-Management', as: 'staff', after: chooseDate },
  { name: 'blog-versions', path: '/Blog-Management', as: 'staff', after: showVersions },
  {
    name: 'blog-versions-failed',
    path: '/Blog-Management',
    as: 'staff',
    widths: [360, 1440],
    before: failWith('**/revisions*'),
    after: openVersions,
  },
  {
    name: 'blog-versions-loading',
    path: '/Blog-Management',
    as: 'staff',
    widths: [360, 1440],
    before: stall('**/revisions*'),
    after: openVersions,
  },
  { name: 'blog-conflict', path: '/Blog-Management', as: 'staff', after: conflict },
  { name: 'order-paid', path: ({ orders }) => `/order/${orders.paid.id}`, as: 'staff' },
  {
    name: 'order-more',
    path: ({ orders }) => `/order/${orders.paid.id}`,
    as: 'staff',
    viewportOnly: true,
    after: press('More'),
  },
  { name: 'order-ready', path: ({ orders }) => `/order/${orders.ready.id}`, as: 'staff' },
  { name: 'order-shipped', path: ({ orders }) => `/order/${orders.shipped.id}`, as: 'staff' },
  {
    name: 'order-tracking',
    path: ({ orders }) => `/order/${orders.shipped.id}`,
    as: 'staff',
    async after(page) {
      await page.getByText('Change tracking').click();
      await page.getByLabel('Tracking number').fill('12');
      await page.getByRole('button', { name: 'Save tracking' }).click();
      await page.getByText('A tracking number has').waitFor();
    },
  },
  { name: 'order-changed', path: ({ orders }) => `/order/${orders.changed.id}`, as: 'staff' },
  {
    name: 'order-freight',
    path: ({ orders }) => `/order/${orders.shipped.id}`,
    as: 'staff',
    async after(page) {
      await page.getByText('Charge freight').click();
      await page.getByLabel('Freight in dollars').waitFor();
    },
  },
  {
    name: 'order-weighed',
    path: ({ orders }) => `/order/${orders.changed.id}`,
    as: 'staff',
    viewportOnly: true,
    after: chooseMore('Weighed pounds'),
  },
  {
    name: 'order-lots',
    path: ({ orders }) => `/order/${orders.paid.id}`,
    as: 'staff',
    viewportOnly: true,
    after: chooseMore('Packed from lots'),
  },
  {
    name: 'order-lots-loading',
    path: ({ orders }) => `/order/${orders.paid.id}`,
    as: 'staff',
    viewportOnly: true,
    widths: [360, 1440],
    before: stall('**/api/products/admin/*/lots'),
    after: chooseMore('Packed from lots'),
  },
  {
    name: 'order-lots-failed',
    path: ({ orders }) => `/order/${orders.paid.id}`,
    as: 'staff',
    viewportOnly: true,
    widths: [360, 1440],
    before: failWith('**/api/products/admin/*/lots'),
    after: chooseMore('Packed from lots'),
  },
  {
    name: 'order-refund-part',
    path: ({ orders }) => `/order/${orders.changed.id}`,
    as: 'staff',
    viewportOnly: true,
    async after(page) {
      await chooseMore('Give back a part')(page);
      await page.getByRole('combobox', { name: 'Refund' }).selectOption('pounds');
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await page.getByText('Say why.').waitFor();
    },
  },
  { name: 'change-order', path: ({ orders }) => `/dashboard/orders/${orders.changed.id}/change`, as: 'staff' },
  {
    name: 'change-order-mistakes',
    path: ({ orders }) => `/dashboard/orders/${orders.changed.id}/change`,
    as: 'staff',
    async after(page) {
      await page.getByLabel('Discount in dollars').fill('20');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Say why.').waitFor();
    },
  },
  {
    name: 'change-order-too-late',
    path: ({ orders }) => `/dashboard/orders/${orders.completed.id}/change`,
    as: 'staff',
    widths: [360, 1440],
  },
  {
    name: 'change-order-loading',
    path: ({ orders }) => `/dashboard/orders/${orders.changed.id}/change`,
    as: 'staff',
    widths: [360, 1440],
    before: stall('**/api/orders/*'),
  },
  {
    name: 'change-order-failed',
    path: ({ orders }) => `/dashboard/orders/${orders.changed.id}/change`,
    as: 'staff',
    widths: [360, 1440],
    before: failWith('**/api/orders/*'),
  },
  { name: 'order-cancelled', path: ({ orders }) => `/order/${orders.cancelled.id}`, as: 'staff' },
  { name: 'order-disputed', path: ({ orders }) => `/order/${orders.disputed.id}`, as: 'staff' },
  {
    name: 'order-mark-ready',
    path: ({ orders }) => `/order/${orders.paid.id}`,
    as: 'staff',
    viewportOnly: true,
    after: press('Mark ready'),
  },
];
