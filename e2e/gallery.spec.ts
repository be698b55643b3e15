import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

async function openPicture(page: Page, number: number) {
  await openPage(page, pagePaths.gallery);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('link', { name: `Open image ${number} of 37:` }).click();
  await expect(page.getByText(`Image ${number} of 37`, { exact: true })).toBeVisible();
  return page.getByRole('dialog', { name: 'Image viewer' });
}

const caption = (page: Page) => page.getByText(/^Image \d+ of 37$/);

test('the gallery has 37 labeled pictures', async ({ page }) => {
  await page.goto(pagePaths.gallery);

  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open image \d+ of 37: \w/ })).toHaveCount(37);
});

test('opening a picture starts autoplay, which advances every 3 seconds and wraps', async ({ page }) => {
  await openPicture(page, 36);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  await page.clock.runFor(2900);
  await expect(caption(page)).toHaveText('Image 36 of 37');
  await page.clock.runFor(200);
  await expect(caption(page)).toHaveText('Image 37 of 37');
  await page.clock.runFor(3100);
  await expect(caption(page)).toHaveText('Image 1 of 37');
});

test('Pause stops autoplay and Play resumes it', async ({ page }) => {
  await openPicture(page, 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(10_000);
  await expect(caption(page)).toHaveText('Image 1 of 37');

  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(3100);
  await expect(caption(page)).toHaveText('Image 2 of 37');
});

test('Previous and Next navigate and wrap, by button and arrow key', async ({ page }) => {
  await openPicture(page, 1);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(caption(page)).toHaveText('Image 37 of 37');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(caption(page)).toHaveText('Image 1 of 37');
  await page.keyboard.press('ArrowRight');
  await expect(caption(page)).toHaveText('Image 2 of 37');
  await page.keyboard.press('ArrowLeft');
  await expect(caption(page)).toHaveText('Image 1 of 37');
});

test('focus starts on Close, stays inside and returns to the picture; Escape closes', async ({ page }) => {
  const dialog = await openPicture(page, 3);
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    // The browser's own toolbar is one stop of the cycle.
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true);
  }

  await page.keyboard.press('Escape');

  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Open image 3 of 37:' })).toBeFocused();
});

test('the page does not scroll while the lightbox is open', async ({ page }) => {
  await openPicture(page, 1);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');

  await page.getByRole('button', { name: 'Close' }).click();

  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
});

test('neighboring pictures are preloaded', async ({ page }) => {
  await openPicture(page, 10);
  const pictures = page.getByRole('dialog').locator('img');

  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
});

test.describe('with reduced motion', () => {
  test('the lightbox opens paused', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPicture(page, 1);

    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(caption(page)).toHaveText('Image 1 of 37');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a swipe moves to the next picture and back', async ({ page }) => {
    await openPicture(page, 5);
    const stage = page.locator('.lightbox-stage');
    const swipe = async (from: number, to: number) => {
      await stage.dispatchEvent('pointerdown', { clientX: from, clientY: 400, pointerType: 'touch' });
      await stage.dispatchEvent('pointerup', { clientX: to, clientY: 400, pointerType: 'touch' });
    };

    await swipe(300, 100);
    await expect(caption(page)).toHaveText('Image 6 of 37');
    await swipe(100, 300);
    await expect(caption(page)).toHaveText('Image 5 of 37');
    await swipe(100, 110);
    await expect(caption(page)).toHaveText('Image 5 of 37');
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('each picture links to its file', async ({ page, expectedErrors }) => {
    expectedErrors.push(/\.js csp$/);
    await page.goto(pagePaths.gallery);
    await page.getByRole('link', { name: 'Open image 1 of 37:' }).click();

    await expect(page).toHaveURL(/\/pictures\/[0-9a-f]+-\d+x\d+\.jpg$/);
  });
});

for (const width of [360, 768, 1440]) {
  test(`no axe violations at ${width} px, closed and open`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPage(page, pagePaths.gallery);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    expect(await a11yViolations(page)).toEqual([]);

    await page.getByRole('link', { name: 'Open image 1 of 37:' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);
  });
}
