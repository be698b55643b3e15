import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { linkEmailedTo } from '#e2e/support/emailed-link.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';
import { updateProduct, withProduct } from '#e2e/support/product-fixtures.ts';

test('a brewer asks on a phone for a sold-out hop, confirms, and gets one email when it is back', async ({
  page,
  shop,
}) => {
  const email = 'waiting@brewery.example';
  await withProduct(shop, { name: 'Cascade Sold Out', stock: '0' }, async (id) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openPage(page, pagePaths.product('cascade-sold-out'));
    await page.getByRole('button', { name: 'Email me' }).click();
    await expect(page.getByText('Enter your email address.')).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Email me' }).click();
    await expect(page.getByText('Check your inbox')).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

    await expect.poll(() => linkEmailedTo(shop.dataDir, email), { timeout: 60_000 }).not.toBe('');
    const link = `/alerts${new URL(linkEmailedTo(shop.dataDir, email)).search}`;
    await openPage(page, link);
    await expect(page.getByText('Shall we send you one email when Cascade Sold Out is back?')).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Yes, email me' }).click();
    await expect(page.getByRole('heading', { name: "You're on the list" })).toBeVisible();
    // The second click of a slow double click.
    await page.getByRole('button', { name: 'Stop these emails' }).dispatchEvent('click', { detail: 2 });
    await expect(page.getByRole('heading', { name: "You're on the list" })).toBeVisible();

    await updateProduct(shop, id, { name: 'Cascade Sold Out', stock: '40', stock_seen: '0' });
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'No emails' })).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 60_000 });
  });
});

test('a reader asks for news below the blog; a writer sends a post once', async ({ page, staffPage, shop }) => {
  const email = 'reader@brewery.example';
  await openPage(page, pagePaths.blogs);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Email me' }).click();
  await expect(page.getByText('Check your inbox')).toBeVisible();
  await expect.poll(() => linkEmailedTo(shop.dataDir, email), { timeout: 60_000 }).not.toBe('');
  const link = `/alerts${new URL(linkEmailedTo(shop.dataDir, email)).search}`;
  await openPage(page, link);
  await page.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(page.getByText("We'll send you news")).toBeVisible();

  await openPage(staffPage, pagePaths.blogManagement);
  await staffPage.getByRole('button', { name: /^Edit/ }).last().click();
  await staffPage.getByText('Show the email').click();
  await expect(staffPage.getByText('Stop these emails:')).toBeVisible();
  expect(await a11yViolations(staffPage)).toEqual([]);
  await staffPage.getByRole('button', { name: /^Send to \d/ }).click();
  await staffPage.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
  await expect(staffPage.getByText(/Sent to \d/)).toBeVisible({ timeout: 60_000 });
  await expect(staffPage.getByRole('heading', { name: 'Send as news' })).toBeFocused();
  await expect(staffPage.getByRole('button', { name: /^Send to/ })).toHaveCount(0);

  await openPage(page, link);
  await page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(page.getByRole('heading', { name: 'No emails' })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a link still confirms and stops', async ({ page, shop, expectedErrors }) => {
    expectedErrors.push(/\.js csp$/);
    const email = 'plain@brewery.example';
    await fetch(`${shop.url}/api/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    await expect.poll(() => linkEmailedTo(shop.dataDir, email), { timeout: 60_000 }).not.toBe('');
    await page.goto(`/alerts${new URL(linkEmailedTo(shop.dataDir, email)).search}`);

    await page.getByRole('button', { name: 'Yes, email me' }).click();
    await expect(page.getByRole('heading', { name: "You're on the list" })).toBeVisible();
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(page.getByRole('heading', { name: 'No emails' })).toBeVisible();
  });
});
