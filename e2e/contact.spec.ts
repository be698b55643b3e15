import type { Locator } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { isSoundAt } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const mapHost = 'https://www.openstreetmap.org';
const picture = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

// The browser itself says so of a host that cannot be reached; tests have no network.
const unreachable = /openstreetmap\.org\/(favicon\.ico|export\/embed)/;

test.beforeEach(({ expected }) => void expected.push(unreachable));

test('address, phone and a mail link with its subject stand on the page', async ({ page }) => {
  await page.goto(pagePaths.contact);
  const main = page.getByRole('main');

  await expect(main.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  await expect(main.getByText('1180 Levee Road, Isleton, CA 95641')).toBeVisible();
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
  test(`where the map's host is out of reach (${failure}) the sketch is what one sees`, async ({ page }) => {
    await page.route(`${mapHost}/**`, (route) => route.abort(failure));
    const asked = page.waitForEvent('requestfailed');

    await page.goto(pagePaths.contact);
    await asked;

    await staysUnseen(page.locator('iframe'));
    const sketch = page.getByRole('img', { name: /Sketch of the way/ });
    await expect(sketch).toBeVisible();
    expect(await sketch.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

test('what a wall answers for the host, a page of its own, is not seen either', async ({ page }) => {
  await page.route(`${mapHost}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Blocked by policy' }));

  await page.goto(pagePaths.contact, { waitUntil: 'networkidle' });

  await staysUnseen(page.locator('iframe'));
});

async function staysUnseen(frame: Locator) {
  await expect(frame).toHaveCSS('opacity', '0');
  await expect(frame).toHaveAttribute('inert');
}

test('a link under the map leads to directions', async ({ page }) => {
  await page.goto(pagePaths.contact);

  await expect(page.getByRole('link', { name: 'Get directions' })).toHaveAttribute(
    'href',
    `${mapHost}/directions?to=38.1619,-121.6116`,
  );
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // The browser says so of modules that it was told to preload and may not run.
  test.beforeEach(({ expected }) => void expected.push(/\.js csp$/));

  test('the sketch and the directions are there', async ({ page }) => {
    await page.goto(pagePaths.contact);

    await expect(page.getByRole('img', { name: /Sketch of the way/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get directions' })).toBeVisible();
  });
});

isSoundAt(pagePaths.contact);
