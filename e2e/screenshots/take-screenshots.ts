// Takes a picture of each scene at each width, and compares it with the accepted one.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { waitUntilReady } from '#e2e/support/open-page.ts';
import { SAMPLE_TIME, type SampleShop } from '#scripts/sample-shop.ts';
import { adminScenes } from './admin-scenes.ts';
import { type Scene, widths } from './scene.ts';
import { siteScenes } from './site-scenes.ts';

const shop: SampleShop = JSON.parse(readFileSync(process.env.SAMPLE_SHOP ?? '', 'utf8'));

for (const scene of siteScenes) takeAt(scene, 'light');
for (const scene of adminScenes) for (const theme of ['light', 'dark'] as const) takeAt(scene, theme);

function takeAt(scene: Scene, theme: 'light' | 'dark') {
  for (const width of scene.widths ?? widths) {
    const name = `${scene.name}-${width}${theme === 'dark' ? '-dark' : ''}`;
    test(name, async ({ page }) => {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 900 });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.clock.setFixedTime(SAMPLE_TIME);
      if (scene.as) await logIn(page, shop.logins[scene.as]);
      await scene.before?.(page);
      await page.goto(shop.url + (typeof scene.path === 'string' ? scene.path : scene.path(shop)));
      await settle(page);
      if (scene.after) {
        await waitUntilReady(page);
        await scene.after(page);
      }
      await settle(page);
      await expect(page).toHaveScreenshot(`${name}.png`, { fullPage: !scene.viewportOnly });
    });
  }
}

const logIn = (page: Page, { token, user }: SampleShop['logins']['staff']) =>
  page.addInitScript(
    ([authToken, person]) => {
      localStorage.setItem('authToken', authToken);
      localStorage.setItem('user', person);
    },
    [token, JSON.stringify(user)] as const,
  );

/** Data, fonts and images are there, also those further down. */
async function settle(page: Page) {
  await page.waitForLoadState('load');
  await page.waitForFunction(() => document.querySelector('main > *, dialog[open]') !== null);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([
      document.fonts.ready,
      ...[...document.images].map((image) => image.decode().catch(() => undefined)),
    ]);
  });
}
