// Letters as large as the reader asked for in the browser's settings, on phones and tablets.
import type { Browser } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { chromiumFlags } from '#scripts/system-deps.ts';

const pages = [
  pagePaths.home,
  pagePaths.gallery,
  pagePaths.products,
  `${pagePaths.products}/comet`,
  pagePaths.placeOrder,
  pagePaths.faqs,
  pagePaths.contact,
  pagePaths.about,
  pagePaths.blogs,
  pagePaths.blog(1),
  pagePaths.login,
  pagePaths.signup,
];

for (const [setting, size] of [
  ['minimumFontSize=28', '28px'],
  ['defaultFontSize=24', '25.5px'],
] as const)
  test(`with ${setting} the text follows, nothing is cut off and the brand leaves the icons free`, async ({
    playwright,
    shop,
  }) => {
    const browser: Browser = await playwright.chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [...chromiumFlags, `--blink-settings=${setting}`],
    });
    const phone = { width: 390, height: 760 };
    const page = await browser.newPage({ viewport: phone });
    for (const path of pages) {
      await page.goto(shop.url + path);

      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
      await expect(page.locator('body')).toHaveCSS('font-size', size);
      const heading = await page.locator('main h1').evaluate((h1) => h1.scrollWidth - h1.clientWidth);
      expect(heading, `${path}: the heading is cut off`).toBeLessThanOrEqual(0);
      const brand = await page.locator('.header-row .brand span').boundingBox();
      const icons = await page.locator('.header-icons').boundingBox();
      expect((brand?.x ?? 0) + (brand?.width ?? 0), path).toBeLessThanOrEqual(icons?.x ?? 0);

      for (const width of [700, 1024]) {
        await page.setViewportSize({ width, height: 760 });
        expect(await horizontalOverflow(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize(phone);
    }
    await browser.close();
  });
