// What a visitor's browser asks for, and when: pages stay light, and what a page may need comes when it is about to be needed.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { orderNow } from '#e2e/support/order-button.ts';

const publicPages = [
  pagePaths.home,
  pagePaths.gallery,
  pagePaths.products,
  '/products/comet',
  pagePaths.faqs,
  pagePaths.contact,
  pagePaths.about,
  pagePaths.blogs,
  '/blog/1',
  pagePaths.placeOrder,
  pagePaths.login,
];
const PAGE_BUDGET = 130_000;

test.beforeEach(({ expected }) => void expected.push(/openstreetmap/));

/** The addresses asked for, from now on. */
function requestsOf(page: Page, pattern: RegExp): string[] {
  const asked: string[] = [];
  page.on('request', (request) => void (pattern.test(request.url()) && asked.push(new URL(request.url()).pathname)));
  return asked;
}

test('everything but pictures weighs 130 kB at most on the wire, on every public page', async ({ page }) => {
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
    await page.goto(path, { waitUntil: 'networkidle' });

    expect(bytes, path).toBeGreaterThan(90_000);
    expect(bytes, path).toBeLessThanOrEqual(PAGE_BUDGET);
  }
});

test('the styles of a page stand in its document; no stylesheet is fetched for it', async ({ page }) => {
  const styles = requestsOf(page, /\.css$/);
  for (const path of [pagePaths.home, pagePaths.gallery]) await page.goto(path, { waitUntil: 'networkidle' });

  expect(styles).toEqual([]);
});

test('the lightbox is fetched when the pointer comes over a picture', async ({ page }) => {
  const asked = requestsOf(page, /lightbox/);
  await page.goto(pagePaths.gallery, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);

  await page.getByRole('link', { name: 'Open image 1 of 37:' }).hover();

  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test('the order form is fetched when the pointer comes over Order Now', async ({ page }) => {
  const asked = requestsOf(page, /order-modal/);
  await page.goto(pagePaths.products, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);

  await orderNow(page, 'Comet').hover();

  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

for (const hint of ['hovering', 'touching'] as const)
  test(`${hint} a link loads its page ahead; the click asks for no data and no script`, async ({ page }) => {
    const asked = requestsOf(page, /\/api\/|\.(js|css)$/);
    await page.goto(pagePaths.blogs, { waitUntil: 'networkidle' });
    asked.length = 0;
    const link = page.getByRole('link', { name: 'First bags of the season' });

    if (hint === 'touching') await link.dispatchEvent('touchstart');
    else await link.hover();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => asked.filter((path) => path.startsWith('/api/blogs/'))).toHaveLength(1);
    const ahead = [...asked];
    await link.click();

    await expect(page.getByRole('heading', { level: 1, name: 'First bags of the season' })).toBeVisible();
    expect(asked).toEqual(ahead);
  });

test('by a link the first screen comes first, and the rest after it; on the way back all of it at once, where one was', async ({
  page,
}) => {
  await page.goto(pagePaths.faqs, { waitUntil: 'networkidle' });
  const shown = await page.evaluateHandle(picturesWhenShown, 'Gallery');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click();

  expect(await shown.evaluate(({ first }) => first)).toBe(12);
  await expect(page.locator('.gallery-grid img')).toHaveCount(37);

  await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => history.state?.scrollY)).toBe(3000);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Gallery');
  const again = await page.evaluateHandle(picturesWhenShown, 'Gallery');
  await page.goForward();

  expect(await again.evaluate(({ first }) => first)).toBe(37);
  expect(await page.evaluate(() => scrollY)).toBe(3000);
});

/** Runs in the page: how many pictures the gallery has at the moment its heading comes into the document. */
function picturesWhenShown(heading: string): { first: Promise<number> } {
  const first = new Promise<number>((seen) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main h1')?.textContent !== heading) return;
      observer.disconnect();
      seen(document.querySelectorAll('.gallery-grid img').length);
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  return { first };
}
