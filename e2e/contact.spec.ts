import type { Locator } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { checkPageAt } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const mapHost = 'https://www.openstreetmap.org';
const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

// Tests have no network, so the browser reports that the host can't be reached.
const unreachable = /openstreetmap\.org\/(favicon\.ico|export\/embed)/;

test.beforeEach(({ expectedErrors }) => void expectedErrors.push(unreachable));

test('the page has the address, the phone number, the hours and an email link with a subject', async ({ page }) => {
  await page.goto(pagePaths.contact);
  const main = page.getByRole('main');

  await expect(main.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  await expect(main.getByText('1180 Levee Road, Isleton, CA 95641')).toBeVisible();
  await expect(main.getByText('Most days from 7 am to 3 pm')).toBeVisible();
  await expect(main.getByRole('link', { name: '(916) 555-0142' })).toHaveAttribute('href', 'tel:+19165550142');
  await expect(main.getByRole('link', { name: 'hops@heronslough.example' })).toHaveAttribute(
    'href',
    'mailto:hops@heronslough.example?subject=A%20question%20about%20your%20hops',
  );
  await expect(page.getByRole('link', { name: 'Contact Us' }).first()).toHaveAttribute('aria-current', 'page');
});

test('the map is embedded with a title and a marker at the farm', async ({ page }) => {
  await page.route(`${mapHost}/**`, (route) =>
    route.request().resourceType() === 'image'
      ? route.fulfill({ contentType: 'image/gif', body: picture })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>The delta' }),
  );

  await page.goto(pagePaths.contact);

  const frame = page.getByTitle('Map: Heron Slough Ranch and the roads around it');
  await expect(frame).toHaveAttribute('loading', 'lazy');
  const source = new URL((await frame.getAttribute('src')) ?? '');
  expect(source.origin + source.pathname).toBe(`${mapHost}/export/embed.html`);
  expect(source.searchParams.get('marker')).toBe('38.1619,-121.6116');
  await expect(page.frameLocator('iframe').getByText('The delta')).toBeVisible();
  await expect(frame).toHaveCSS('opacity', '1');
});

for (const failure of ['namenotresolved', 'blockedbyclient', 'timedout'] as const)
  test(`if the map's host can't be reached (${failure}), the sketch is shown`, async ({ page }) => {
    await page.route(`${mapHost}/**`, (route) => route.abort(failure));
    const failed = page.waitForEvent('requestfailed');

    await page.goto(pagePaths.contact);
    await failed;

    await expectHidden(page.locator('iframe'));
    const sketch = page.getByRole('img', { name: /Sketch map/ });
    await expect(sketch).toBeVisible();
    expect(await sketch.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

test('a page served by a firewall instead of the map is not shown', async ({ page }) => {
  await page.route(`${mapHost}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Blocked by policy' }));

  const probe = page.waitForResponse(/favicon\.ico/);

  await openPage(page, pagePaths.contact);
  await probe;
  await expect(page.frameLocator('iframe').getByText('Blocked by policy')).toBeAttached();

  await expectHidden(page.locator('iframe'));
});

async function expectHidden(frame: Locator) {
  await expect(frame).toHaveCSS('opacity', '0');
  await expect(frame).toHaveAttribute('inert');
}

test('a link below the map leads to directions', async ({ page }) => {
  await page.goto(pagePaths.contact);

  await expect(page.getByRole('link', { name: 'Get directions' })).toHaveAttribute(
    'href',
    `${mapHost}/directions?to=38.1619,-121.6116`,
  );
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // Browsers report preloaded modules that they may not run.
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/\.js csp$/));

  test('the sketch and the directions link are shown', async ({ page }) => {
    await page.goto(pagePaths.contact);

    await expect(page.getByRole('img', { name: /Sketch map/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get directions' })).toBeVisible();
  });
});

checkPageAt(pagePaths.contact);
