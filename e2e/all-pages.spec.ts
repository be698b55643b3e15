// What holds on every public page alike, beyond what each page's own tests say.
import { globSync, readFileSync } from 'node:fs';
import { pagePaths } from '#contracts/page-paths.ts';
import { sidewaysOn, violationsOn } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

const everyPage = [
  pagePaths.home,
  pagePaths.gallery,
  pagePaths.products,
  '/products/comet',
  pagePaths.faqs,
  pagePaths.contact,
  pagePaths.about,
  pagePaths.blogs,
  '/blog/1',
  '/nowhere',
];

test.beforeEach(({ expected }) => void expected.push(/openstreetmap|status of (401|404)/));

// A browser zooms by making the window narrower in its own measure.
for (const [zoom, width, height] of [
  [200, 640, 360],
  [400, 320, 180],
] as const)
  test(`at ${zoom} % zoom of a small laptop nothing is cut off and every page can be read downwards`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const path of everyPage) {
      await page.goto(path);

      expect(await sidewaysOn(page), path).toBeLessThanOrEqual(0);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.scrollIntoViewIfNeeded();
      await expect(heading, path).toBeInViewport();
    }
  });

test('no page speaks to a third party, except the map', async ({ page, shop }) => {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== shop.url) strangers.push(`${page.url()} ${origin}`);
  });
  for (const path of [...everyPage, pagePaths.placeOrder, pagePaths.login, pagePaths.dashboard]) await page.goto(path);

  const map = /\/contact-us https:\/\/([a-z]+\.)*openstreetmap\.org$/;
  expect(strangers.filter((line) => !map.test(line))).toEqual([]);
});

test('axe finds nothing to say with the menu open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(pagePaths.home);

  await page.getByRole('button', { name: 'Menu', exact: true }).click();

  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('axe finds nothing to say with all breweries shown', async ({ page }) => {
  await page.goto(pagePaths.home, { waitUntil: 'networkidle' });

  await page.getByRole('button', { name: 'See More' }).click();

  await expect(page.getByRole('button', { name: 'See Less' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});

test('what stands on a page has its styles there, whichever page one comes to first', async ({ page }) => {
  const sheets = globSync('web/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const styled = new Set(sheets.flatMap((text) => [...text.matchAll(/^\.([\w-]+)/gm)].map(([, name]) => name)));
  // With something in the order: its count stands in the header of every page.
  await page.goto(pagePaths.placeOrder);
  await page.getByRole('button', { name: 'Add to Order: Comet' }).click();

  for (const path of [...everyPage, pagePaths.placeOrder, pagePaths.login, pagePaths.signup]) {
    await page.goto(path);
    await page.locator('.header-badge').waitFor();
    const bare = await page.evaluate(() => {
      const rules = [...document.styleSheets]
        .filter(({ disabled }) => !disabled)
        .flatMap((sheet) => [...sheet.cssRules]);
      const text = `${rules.map(({ cssText }) => cssText).join(' ')} `;
      const names = [...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList]);
      return names.filter((name) => !new RegExp(`\\.${name}[^\\w-]`).test(text));
    });
    expect(
      bare.filter((name) => styled.has(name)),
      path,
    ).toEqual([]);
  }
});
