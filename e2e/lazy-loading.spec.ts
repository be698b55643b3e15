// What a visitor's browser requests and when: pages stay light, and code loads when it is about to be needed.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { orderButton } from '#e2e/support/order-button.ts';

const publicPages = [
  pagePaths.home,
  pagePaths.gallery,
  pagePaths.products,
  '/products/comet',
  pagePaths.brew,
  pagePaths.harvest,
  pagePaths.lot('CO-26-SAMPLE'),
  pagePaths.faqs,
  pagePaths.contact,
  pagePaths.about,
  pagePaths.privacy,
  pagePaths.blogs,
  '/blog/1',
  pagePaths.placeOrder,
  pagePaths.login,
];
/** The owner's words come twice: as HTML, and as data for the script. */
const PAGE_BUDGET = 133_000;

test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/openstreetmap/));

/** Collects the matching paths requested from now on. */
function recordRequests(page: Page, pattern: RegExp): string[] {
  const requested: string[] = [];
  page.on(
    'request',
    (request) => void (pattern.test(request.url()) && requested.push(new URL(request.url()).pathname)),
  );
  return requested;
}

test('every public page transfers at most 133 kB, not counting pictures', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const pictures = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.startsWith('image/')) pictures.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  for (const path of publicPages) {
    bytes = 0;
    await openPage(page, path);

    await expect.poll(() => bytes, path).toBeGreaterThan(90_000);
    expect(bytes, path).toBeLessThanOrEqual(PAGE_BUDGET);
  }
});

test('styles are inlined in the document and not fetched', async ({ page }) => {
  const styles = recordRequests(page, /\.css$/);
  for (const path of [pagePaths.home, pagePaths.gallery]) await openPage(page, path);

  expect(styles).toEqual([]);
});

test('the lightbox loads when a picture is hovered', async ({ page }) => {
  const requested = recordRequests(page, /lightbox/);
  await openPage(page, pagePaths.gallery);
  expect(requested).toEqual([]);

  await page.getByRole('link', { name: 'Open image 1 of 37:' }).hover();

  await expect.poll(() => requested.length).toBeGreaterThan(0);
});

test('the order form loads when Order Now is hovered', async ({ page }) => {
  const requested = recordRequests(page, /order-modal/);
  await openPage(page, pagePaths.products);
  expect(requested).toEqual([]);

  await orderButton(page, 'Comet').hover();

  await expect.poll(() => requested.length).toBeGreaterThan(0);
});

for (const hint of ['hovering', 'touching'] as const)
  test(`${hint} a link preloads its page; the click fetches no data and no scripts`, async ({ page }) => {
    const requested = recordRequests(page, /\/api\/|\.(js|css)$/);
    await openPage(page, pagePaths.blogs);
    requested.length = 0;
    const link = page.getByRole('link', { name: 'First bags of the season' });

    if (hint === 'touching') await link.dispatchEvent('touchstart');
    else await link.hover();
    await expect.poll(() => requested.some((path) => path.includes('blog-post-page'))).toBe(true);
    await expect.poll(() => requested.filter((path) => path.startsWith('/api/blogs/'))).toHaveLength(1);
    const preloaded = [...requested];
    await link.click();

    await expect(page.getByRole('heading', { level: 1, name: 'First bags of the season' })).toBeVisible();
    expect(requested).toEqual(preloaded);
  });

test('a link renders the first screen first; Forward renders everything and restores the scroll position', async ({
  page,
}) => {
  await openPage(page, pagePaths.faqs);
  const firstRender = await page.evaluateHandle(countFirstPictures);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click();

  expect(await firstRender.evaluate(({ first }) => first)).toBe(12);
  await expect(page.locator('.gallery-grid img')).toHaveCount(37);

  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => history.state?.scrollY)).toBe(3000);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Gallery');
  const secondRender = await page.evaluateHandle(countFirstPictures);
  await page.goForward();

  expect(await secondRender.evaluate(({ first }) => first)).toBe(37);
  expect(await page.evaluate(() => scrollY)).toBe(3000);
});

/** Runs in the page: counts the pictures at the moment the gallery is rendered. */
function countFirstPictures(): { first: Promise<number> } {
  const first = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.gallery-grid')) return;
      observer.disconnect();
      resolve(document.querySelectorAll('.gallery-grid img').length);
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  return { first };
}
