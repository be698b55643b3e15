// Checks that apply to every public page.
import { globSync, readFileSync } from 'node:fs';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const everyPage = [
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
  '/nowhere',
];

test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/openstreetmap|status of (401|404)/));

// Browser zoom is the same as a narrower viewport.
for (const [zoom, width, height] of [
  [200, 640, 360],
  [400, 320, 180],
] as const)
  test(`at ${zoom}% zoom on a small laptop no page scrolls sideways`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const path of everyPage) {
      await page.goto(path);

      expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.scrollIntoViewIfNeeded();
      await expect(heading, path).toBeInViewport();
    }
  });

const NAVIGATION_FROM = 1024;

test('between phone and desktop every page has its own layout, and the header fits on one line', async ({ page }) => {
  const forms = [pagePaths.placeOrder, pagePaths.login, pagePaths.signup, pagePaths.forgotPassword];
  for (const path of [...everyPage, ...forms]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    for (const width of [700, 768, NAVIGATION_FROM, 1239]) {
      await page.setViewportSize({ width, height: 900 });

      const { widestField, ...layout } = await page.evaluate(measureLayout);
      expect([path, width, layout]).toEqual([
        path,
        width,
        { overflow: 0, overlaps: [], navigationLines: width < NAVIGATION_FROM ? 0 : 1 },
      ]);
      expect(widestField, `${path} at ${width} px`).toBeLessThanOrEqual(480);
    }
  }
});

async function measureLayout() {
  await document.fonts.ready;
  const visible = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
  const headerParts = visible('.header-row > *, .header-nav li, .header-icons > *');
  const overlapsNext = ({ element, box }: (typeof headerParts)[number]) =>
    headerParts.some(
      (other) =>
        other.element.parentElement === element.parentElement &&
        other.box.left > box.left &&
        other.box.left < box.right,
    );
  return {
    overflow: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    overlaps: headerParts.filter(overlapsNext).map(({ element }) => element.className),
    navigationLines: new Set(visible('.header-nav li').map(({ box }) => box.top)).size,
    widestField: Math.max(0, ...visible('main input').map(({ box }) => box.width)),
  };
}

test('no page contacts a third party, except for the map', async ({ page, shop }) => {
  const thirdParties: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== shop.url) thirdParties.push(`${page.url()} ${origin}`);
  });
  for (const path of [...everyPage, pagePaths.placeOrder, pagePaths.login, pagePaths.dashboard]) await page.goto(path);

  const map = /\/contact-us https:\/\/([a-z]+\.)*openstreetmap\.org$/;
  expect(thirdParties.filter((line) => !map.test(line))).toEqual([]);
});

test('axe finds no violations with the menu open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(pagePaths.home);

  await page.getByRole('button', { name: 'Menu', exact: true }).click();

  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
});

test('axe finds no violations with all breweries shown', async ({ page }) => {
  await openPage(page, pagePaths.home);

  await page.getByRole('button', { name: 'See More' }).click();

  await expect(page.getByRole('button', { name: 'See Less' })).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
});

test('every page loads the styles it uses, whichever page is opened first', async ({ page }) => {
  const sheets = globSync('web/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const styled = new Set(sheets.flatMap((text) => [...text.matchAll(/^\.([\w-]+)/gm)].map(([, name]) => name)));
  // With something in the cart, so that its count shows in the header.
  await page.goto(pagePaths.placeOrder);
  await page.getByRole('button', { name: 'Add to Order: Comet' }).click();

  for (const path of [...everyPage, pagePaths.placeOrder, pagePaths.login, pagePaths.signup]) {
    await page.goto(path);
    await page.locator('.header-badge').waitFor();
    const unstyled = await page.evaluate(() => {
      const rules = [...document.styleSheets]
        .filter(({ disabled }) => !disabled)
        .flatMap((sheet) => [...sheet.cssRules]);
      const text = `${rules.map(({ cssText }) => cssText).join(' ')} `;
      const names = [...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList]);
      return names.filter((name) => !new RegExp(`\\.${name}[^\\w-]`).test(text));
    });
    expect(
      unstyled.filter((name) => styled.has(name)),
      path,
    ).toEqual([]);
  }
});
