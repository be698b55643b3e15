// Responses of the wrong shape, as after a faulty proxy or a deployment that does not match. No page may end up empty.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

// The last one always makes the page's code fail.
const bodies = ['no JSON', 'null', '{"data": [null]}'];
const sitePages = [
  pagePaths.home,
  pagePaths.products,
  `${pagePaths.products}/comet`,
  pagePaths.blogs,
  pagePaths.blog(1),
  pagePaths.placeOrder,
  pagePaths.order(1),
];
const adminPages = [
  pagePaths.dashboard,
  pagePaths.account,
  pagePaths.sales,
  pagePaths.payments,
  pagePaths.findOrder,
  pagePaths.toPack,
  pagePaths.audit,
  pagePaths.orderManagement,
  pagePaths.productManagement,
  pagePaths.blogManagement,
];

const isApiRead = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/client-errors';

/** Every API response is replaced, and what the page reports is collected. */
async function breakResponses(page: Page) {
  const reports: string[] = [];
  let body = '';
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports.push(request.postData() ?? '');
  });
  await page.route(isApiRead, (route) => route.fulfill({ status: 200, contentType: 'application/json', body }));
  return {
    reports,
    sendInstead(next: string) {
      body = next;
    },
  };
}

/** As a click on a link does, because a new document would bring its data along. */
const follow = (page: Page, href: string) =>
  page.evaluate((target) => {
    const link = document.createElement('a');
    link.href = target;
    document.body.append(link);
    link.click();
    link.remove();
  }, href);

for (const path of sitePages)
  test(`${path} keeps its frame and says what failed when responses have the wrong shape`, async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/./);
    const { reports, sendInstead } = await breakResponses(page);
    for (const body of bodies) {
      sendInstead(body);
      await openPage(page, pagePaths.about);
      await follow(page, path);

      await expect(page.locator('.state-loading')).toHaveCount(0);
      await expect(page, body).toHaveURL(path);
      await expect(page.locator('main')).toHaveText(/\S/);
      await expect(page.locator('.header .brand').first()).toBeVisible();
      await expect(page.locator('.footer')).toBeVisible();
    }
    await expect.poll(() => reports.join()).toMatch(/"type":"(Type|Range)Error"/);
    expect(reports.join()).toContain(`"build":"/assets/site-`);
  });

for (const path of adminPages)
  test(`${path} keeps its menu and says what failed when responses have the wrong shape`, async ({
    staffPage: page,
    expectedErrors,
  }) => {
    expectedErrors.push(/./);
    const { reports, sendInstead } = await breakResponses(page);
    for (const body of bodies) {
      sendInstead(body);
      await page.goto(path);

      await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first(), body).toBeVisible();
      await expect(page.getByRole('link', { name: 'Order Management' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await expect.poll(() => reports.join()).toContain(`"route":"${path}"`);
  });

test('a page that fails as a whole offers a way back, and the next page works', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./);
  await openPage(page, pagePaths.faqs);
  await page.route('**/assets/contact-page-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const headFor = () => ({ title: "" }); export const Page = () => { throw new RangeError("no map") };',
    }),
  );
  const reported = page.waitForRequest('**/api/client-errors');

  await page.getByRole('link', { name: 'Contact Us' }).first().click();

  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect((await reported).postDataJSON()).toMatchObject({
    route: '/contact-us',
    type: 'RangeError',
    message: 'no map',
  });
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Buy Now' })).toBeVisible();
});

test('one broken number leaves the rest of the sales page', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/./);
  await page.route('**/api/sales?*', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: { ...data, periods: 'none' } } });
  });

  await page.goto(pagePaths.sales);

  // The chart and its table.
  await expect(page.getByText("This part of the page couldn't be shown.")).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'By product' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'By status' })).toBeVisible();
});

test('a header that fails leaves the page and a link home', async ({ page, expectedErrors }) => {
  expectedErrors.push(/./);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'matchMedia'));

  await page.goto(pagePaths.faqs);

  await expect(page.getByRole('link', { name: 'Our Products' })).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Heron Slough Ranch' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a back-office page whose script is missing says so', async ({ staffPage: page, expectedErrors }) => {
  expectedErrors.push(/./);
  await page.route('**/assets/sales-page-*.js', (route) => route.abort());

  await page.goto(pagePaths.sales);

  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
});
