// Screenshots of every public page at three widths: npm run screenshots
// They go to the folder screenshots, or to a given one: npm run screenshots -- /tmp/before
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import playwright from '../playwright.config.ts';
import { ensureBuilt } from './build.ts';
import { startShop } from './running-shop.ts';
import { ensureChromium } from './system-deps.ts';

const paths = [
  '/',
  '/shop',
  '/products',
  '/products?search=none',
  '/products/comet',
  '/faqs',
  '/contact-us',
  '/about-us',
  '/blogs',
  '/blog/2',
  '/nowhere',
];
const widths = [360, 768, 1440];

const folder = process.argv[2] ?? 'screenshots';
mkdirSync(folder, { recursive: true });
ensureBuilt();
const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'));
const shop = await startShop({ DATA_DIR: dataDir });
const browser = await chromium.launch({ ...playwright.use?.launchOptions, executablePath: ensureChromium() });
for (const width of widths) for (const path of paths) await takeScreenshot(browser, path, width);
await browser.close();
await shop.stop();
rmSync(dataDir, { recursive: true });
console.log(`${paths.length * widths.length} screenshots in ${folder}`);

async function takeScreenshot(from: Browser, path: string, width: number) {
  const page = await from.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(shop.url + path, { waitUntil: 'load' });
  // Images below the fold load lazily.
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([
      document.fonts.ready,
      ...[...document.images].map((image) => image.decode().catch(() => undefined)),
    ]);
  });
  const name = path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
  await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: true });
  await page.close();
}
