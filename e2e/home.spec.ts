import sharp from 'sharp';
import { pagePaths } from '#contracts/page-paths.ts';
import { checkPageAt } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const firstFive = [
  'Tule Fog Brewing',
  'Three Sisters Taproom',
  'Old Ferry Ale Works',
  'Pumphouse No. 9',
  'Snag Island Beer Co.',
];

test('the hero says what is sold, links to the products and loads its picture first', async ({ page }) => {
  await page.goto(pagePaths.home);

  await expect(page.getByRole('heading', { level: 1, name: 'Hops from the delta, by the pound' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Buy Now' })).toHaveAttribute('href', '/products');
  const picture = page.getByRole('img', { name: /rows of hop bines/ });
  await expect(picture).toHaveAttribute('fetchpriority', 'high');
  await expect(picture).toHaveAttribute('loading', 'eager');
  await expect(page.getByRole('link', { name: 'Home', exact: true }).first()).toHaveAttribute('aria-current', 'page');
});

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1440, 700],
] as const)
  test(`Buy Now is in view on arrival at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });

    await page.goto(pagePaths.home);

    await expect(page.getByRole('link', { name: 'Buy Now' })).toBeInViewport({ ratio: 1 });
  });

for (const [width, height, light] of [
  [768, 1024, 0.11],
  [834, 600, 0.05],
  [1024, 900, 0.08],
  [1239, 900, 0.07],
] as const)
  test(`at ${width} x ${height} the hero's sun keeps its light and its words their contrast`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, pagePaths.home);
    await page.getByRole('img', { name: /rows of hop bines/ }).evaluate((image: HTMLImageElement) => image.decode());
    const lines = await page.locator('.hero :is(h1 span, p)').evaluateAll((elements) =>
      elements.flatMap((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
      }),
    );
    const hero = await page.locator('.hero').boundingBox();
    await page.locator('.hero .wrap').evaluate((words) => {
      words.style.visibility = 'hidden';
    });
    const picture = await page.screenshot();

    const inView = lines.filter((line) => line.y + line.height <= height);
    expect(inView.length).toBeGreaterThan(4);
    for (const line of inView)
      expect(Math.max(...(await luminances(picture, line, 60, 20))), JSON.stringify(line)).toBeLessThan(
        BRIGHTEST_GROUND,
      );
    const top = hero?.y ?? 0;
    const shown = { x: 0, y: top, width, height: Math.min(hero?.height ?? 0, height - top) };
    const cells = await luminances(picture, shown, 100, 100);
    const bright = cells.filter((luminance) => luminance > 0.5);
    expect(bright.length / cells.length).toBeGreaterThan(light);
  });

test('the page has facts, the farm and two hops that link to the products', async ({ page }) => {
  await page.goto(pagePaths.home);

  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('5.5, 11 and 22 lbs, or custom');
  await expect(page.locator('.farm-intro').getByText('About', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'About the farm' })).toHaveAttribute('href', '/about-us');
  const triplePearl = page.getByRole('link', { name: /Triple Pearl/ });
  await expect(triplePearl).toContainText('fruity, floral, herbal, piney');
  await expect(triplePearl).toHaveAttribute('href', '/products');
  const comet = page.getByRole('link', { name: /Comet/ });
  await expect(comet).toContainText('citrus, melon, spicy');
  await expect(comet).toHaveAttribute('href', '/products');
});

test('Why Choose Us has three reasons, and the page ends with Shop Now', async ({ page }) => {
  await page.goto(pagePaths.home);

  await expect(page.getByRole('heading', { level: 2, name: 'Why Choose Us' })).toBeVisible();
  for (const name of ['Sustainable', 'Premium Quality', 'Fast Shipping'])
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products');
});

test('five breweries show at first, thirty after See More and five after See Less', async ({ page }) => {
  await openPage(page, pagePaths.home);
  const list = page.getByRole('region', { name: 'Breweries Sold To and Brews' });
  const rows = list.getByRole('listitem');
  await expect(rows).toHaveCount(5);
  for (const [index, name] of firstFive.entries()) await expect(rows.nth(index)).toContainText(name);
  await expect(rows.nth(2)).toContainText('Cable Crossing West Coast IPA, Comet Saison');
  await expect(list.getByRole('status')).toHaveText('5 of 30 breweries');

  await list.getByRole('button', { name: 'See More', expanded: false }).click();
  await expect(rows).toHaveCount(30);
  await expect(list.getByRole('status')).toHaveText('30 of 30 breweries');

  await list.getByRole('button', { name: 'See Less', expanded: true }).click();
  await expect(rows).toHaveCount(5);
  await expect(list.getByRole('button', { name: 'See More' })).toBeInViewport();
});

test('the toggle works by keyboard, keeps the focus and stays in place on collapse', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, pagePaths.home);
  const button = page.getByRole('button', { name: /^See (More|Less)$/ });
  await button.focus();

  await page.keyboard.press('Enter');
  await expect(button).toHaveText('See Less');
  await expect(button).toBeFocused();
  await button.scrollIntoViewIfNeeded();
  const before = await button.boundingBox();
  await page.keyboard.press('Space');

  await expect(button).toHaveText('See More');
  await expect(button).toBeFocused();
  expect(Math.abs(((await button.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // Browsers report preloaded modules that they may not run.
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/\.js csp$/));

  test('all thirty breweries are shown, without a toggle', async ({ page }) => {
    await page.goto(pagePaths.home);

    await expect(page.getByText('Gate Eleven Brewing')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Breweries Sold To' }).getByRole('listitem')).toHaveCount(30);
    await expect(page.getByRole('button', { name: 'See More' })).toBeHidden();
  });
});

checkPageAt(pagePaths.home);

/** The contrast of #fbf6ea on it is 4.5. */
const BRIGHTEST_GROUND = (luminanceOf([0xfb, 0xf6, 0xea]) + 0.05) / 4.5 - 0.05;

type Box = { x: number; y: number; width: number; height: number };

/** The luminance (WCAG 2) of each cell of a grid over a part of a picture. */
async function luminances(picture: Buffer, { x, y, width, height }: Box, columns: number, rows: number) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const { data } = await sharp(picture)
    .extract({ left, top, width: Math.floor(width), height: Math.floor(height) })
    .resize(columns, rows, { fit: 'fill', kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: columns * rows }, (_, cell) => luminanceOf([...data.subarray(cell * 3, cell * 3 + 3)]));
}

function luminanceOf(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((each) =>
    each / 255 <= 0.04045 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
