import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the index leads to an endpoint, which opens by keyboard and shows a request and a response', async ({
    page,
  }) => {
    await page.goto('/api/docs');
    await page.getByRole('navigation', { name: 'Endpoints' }).getByRole('link', { name: 'POST /api/login' }).click();
    await expect(page).toHaveURL(/#post-api-login$/);
    const request = page.getByRole('region', { name: 'POST /api/login: Example request' });
    await expect(request).toBeHidden();

    // The link moved the starting point of the Tab key to the endpoint.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(request).toContainText(/^curl 'http.*\/api\/login'/);
    await expect(page.getByRole('region', { name: 'POST /api/login: Example response' })).toContainText('"token"');
    await page.keyboard.press('Tab');
    await expect(request).toBeFocused();
  });
});

for (const width of [360, 768, 1440])
  test(`the API page fits ${width} px, folded and unfolded`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/api/docs');
    const [folded, endpoints] = await page.evaluate(() => [
      document.documentElement.scrollHeight,
      document.querySelectorAll('details').length,
    ]);
    expect(endpoints).toBeGreaterThan(90);
    expect(folded).toBeLessThan(130 * (endpoints ?? 0));
    for (const name of ['Products', 'Orders and payments', 'Accounts'])
      await expect(page.getByRole('navigation').getByRole('link', { name, exact: true })).toBeVisible();
    expect(await a11yViolations(page)).toEqual([]);

    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });

    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    expect(await a11yViolations(page)).toEqual([]);
  });
