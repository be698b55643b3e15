import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { sidewaysOn, violationsOn } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

async function openPicture(page: Page, number: number) {
  await page.goto(pagePaths.gallery, { waitUntil: 'networkidle' });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('link', { name: `Open image ${number} of 37:` }).click();
  await expect(page.getByText(`Image ${number} of 37`, { exact: true })).toBeVisible();
  return page.getByRole('dialog', { name: 'Image viewer' });
}

const caption = (page: Page) => page.getByText(/^Image \d+ of 37$/);

test('the gallery has 37 pictures, each with a name', async ({ page }) => {
  await page.goto(pagePaths.gallery);

  await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open image \d+ of 37: \w/ })).toHaveCount(37);
});

test('opening a picture starts autoplay: every 3 seconds the next, and from the last to the first', async ({
  page,
}) => {
  await openPicture(page, 36);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();

  await page.clock.runFor(2900);
  await expect(caption(page)).toHaveText('Image 36 of 37');
  await page.clock.runFor(200);
  await expect(caption(page)).toHaveText('Image 37 of 37');
  await page.clock.runFor(3100);
  await expect(caption(page)).toHaveText('Image 1 of 37');
});

test('pause stops it, play goes on', async ({ page }) => {
  await openPicture(page, 1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(10_000);
  await expect(caption(page)).toHaveText('Image 1 of 37');

  await page.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(3100);
  await expect(caption(page)).toHaveText('Image 2 of 37');
});

test('Previous and Next move and wrap, by button and by arrow key', async ({ page }) => {
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

test('focus starts on Close, stays inside, and goes back to the picture; Escape closes too', async ({ page }) => {
  const dialog = await openPicture(page, 3);
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    // The browser's own bar is one stop of the ring.
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

test('the page behind does not scroll while it is open', async ({ page }) => {
  await openPicture(page, 1);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');

  await page.getByRole('button', { name: 'Close' }).click();

  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
});

test('the neighbours are loaded before their turn', async ({ page }) => {
  await openPicture(page, 10);
  const pictures = page.getByRole('dialog').locator('img');

  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
});

test.describe('with less motion', () => {
  test('it opens paused', async ({ page }) => {
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

  test('each picture is a link to itself', async ({ page, expected }) => {
    expected.push(/\.js csp$/);
    await page.goto(pagePaths.gallery);
    await page.getByRole('link', { name: 'Open image 1 of 37:' }).click();

    await expect(page).toHaveURL(/\/pictures\/[0-9a-f]+-\d+x\d+\.jpg$/);
  });
});

for (const width of [360, 768, 1440]) {
  test(`axe finds nothing to say at ${width} px, closed and open`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(pagePaths.gallery, { waitUntil: 'networkidle' });
    expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);
    expect(await violationsOn(page)).toEqual([]);

    await page.getByRole('link', { name: 'Open image 1 of 37:' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
  });
}
