// From a hop to its lot, to the calculator and to a file for brewing software.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { addLot, uniqueLotNumber, withProduct } from '#e2e/support/product-fixtures.ts';

test('a brewer reads about a lot, takes it to the calculator, and downloads it', async ({ page }) => {
  await openPage(page, pagePaths.product('comet'));
  await page.getByRole('link', { name: 'CO-26-SAMPLE' }).first().click();
  await expect(page).toHaveURL('/lots/co-26-sample');
  await expect(page.getByRole('heading', { name: 'Lot CO-26-SAMPLE' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Alpha today, an estimate' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'BeerXML' }).click();
  expect((await download).suggestedFilename()).toBe('comet lot co-26-sample hop.xml');
  expect(await readFile(await (await download).path(), 'utf8')).toContain('<NAME>Comet (lot CO-26-SAMPLE)</NAME>');

  await page.getByRole('link', { name: 'Plan a brew day with this lot' }).click();
  const first = page.getByRole('group', { name: 'Addition 1' });
  await expect(first.getByLabel('Hop')).toHaveValue('comet');
  await expect(first.getByLabel('Alpha acid in %')).not.toHaveValue('');
  await expect(first.getByRole('button', { name: 'As tested' })).toHaveAttribute('aria-pressed', 'true');
});

test('the calculator names the lot whose alpha it has, until another is chosen', async ({ page }) => {
  const today = await openBrew(page, 'comet~1~60');
  const estimate = /[\d.]+/.exec(await today.innerText())?.[0] ?? '';

  await openBrew(page, `comet~1~60~${estimate}~CO-25-A`);
  await expect(
    page.getByText(`${estimate}% alpha acid in lot CO-25-A. The current lot is CO-26-SAMPLE.`),
  ).toBeVisible();
  await expect(today).toHaveAttribute('aria-pressed', 'false');
  await today.click();
  await expect(today).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('CO-25-A')).toHaveCount(0);
});

async function openBrew(page: Page, addition: string) {
  await openPage(page, `${pagePaths.brew}?add=${addition}`);
  return page.getByRole('button', { name: 'Today' });
}

test('a number with spaces and slashes has a page, also after its hop is withdrawn', async ({ page, shop }) => {
  const number = `${uniqueLotNumber()} 1/2`;
  await withProduct(shop, {}, async (id) => void (await addLot(shop, id, { number })));

  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.lot(number));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lot ${number}`);
  await expect(page.getByText('We no longer sell this hop.')).toBeVisible();
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  // Browsers report preloaded modules that they may not run.
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/\.js csp$/));

  test('the figures and the estimate are there', async ({ page }) => {
    await page.goto(pagePaths.lot('CO-26-SAMPLE'));
    await expect(page.getByText('September 18, 2026', { exact: false }).first()).toBeVisible();
    await expect(page.getByText('if kept cold and sealed')).toBeVisible();
  });
});
