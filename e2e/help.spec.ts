import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow, scrollToEnd } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage, waitUntilReady } from '#e2e/support/open-page.ts';

test('help opens the section that fits the page, by keyboard, and the form stays as it is', async ({
  staffPage: page,
}) => {
  await openPage(page, pagePaths.settingSection('farm'));
  await page.getByLabel('Tagline').fill('Half typed');
  await page.getByRole('link', { name: 'Settings', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Help', exact: true })).toBeFocused();

  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const guide = await opening;
  const section = guide.getByRole('heading', { name: 'Farm details' });
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
  await expect(page.getByLabel('Tagline')).toHaveValue('Half typed');

  await guide.keyboard.press('Tab');
  await expect(guide.getByRole('link', { name: pagePaths.settingSection('farm'), exact: true })).toBeFocused();
  await guide.keyboard.press('Enter');
  await expect(guide.getByRole('heading', { level: 1, name: 'Farm' })).toBeVisible();
});

test('on a phone help is at the foot of the page', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.toPack);
  await expect(page.getByRole('link', { name: 'Help', exact: true })).toBeHidden();

  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Help with this page' }).click();
  const guide = await opening;

  await expect(guide.getByRole('heading', { name: 'Orders day by day' })).toBeInViewport();
});

test('the dashboard leads to the guide, whose contents lead to a section', async ({ staffPage: page }) => {
  await openPage(page, pagePaths.dashboard);
  await page.getByRole('link', { name: "Owner's guide" }).click();
  await expect(page.getByRole('heading', { level: 1, name: "Owner's guide" })).toBeVisible();

  await page.getByRole('navigation', { name: 'In this guide' }).getByRole('link', { name: 'Posts' }).click();

  await expect(page).toHaveURL(`${pagePaths.help}#posts`);
  await expect(page.getByRole('heading', { name: 'Posts' })).toBeInViewport();
});

for (const width of [360, 1440])
  test(`the guide has no axe violations, horizontal scroll or missing pictures at ${width} px`, async ({
    staffPage: page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, pagePaths.help);
    await waitUntilReady(page);
    await scrollToEnd(page);

    expect(await a11yViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    const widths = await page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth));
    expect(widths.length).toBeGreaterThanOrEqual(8);
    expect(widths.every((each) => each === 1024)).toBe(true);
  });
