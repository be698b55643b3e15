// Uses React's development build, which reports hydration mismatches that the production build ignores.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '#e2e/support/fixtures.ts';
import { startProcess } from '#scripts/running-shop.ts';

const pages = [
  '/',
  '/shop',
  '/products',
  '/products?search=com',
  '/products/comet',
  '/brew',
  '/harvest',
  '/lots/co-26-sample',
  '/brew?units=metric&batch=20&gravity=12.5&boil=60&add=comet~28~60',
  '/faqs',
  '/contact-us',
  '/about-us',
  '/blogs',
  '/blogs?page=2',
  '/blog/1',
  '/nowhere',
  '/order/1',
  '/order/1?key=wrong',
];

test('every page hydrates without mismatches', async ({ page, expectedErrors }) => {
  test.setTimeout(90_000);
  expectedErrors.push(/status of 404/, /openstreetmap|ERR_NAME_NOT_RESOLVED/, /websocket/i);
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-'));
  const dev = await startProcess(['scripts/dev.ts'], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    SITE_URL: '',
  });

  try {
    for (const path of pages) {
      await page.goto(dev.url + path);
      // Mismatches are only reported once the page is hydrated.
      await page.waitForFunction(() =>
        Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
      );
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
  } finally {
    await dev.stop();
    rmSync(dataDir, { recursive: true });
  }
});
