import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { checkPageAt } from '#e2e/support/a11y-checks.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

const questions = [
  ['What size bags do you sell?', '5.5, 11 and 22 lbs', 'custom bags on request'],
  ['Do you deliver, or ship?', 'up to 60 miles for 22 lbs or more', 'by USPS or UPS'],
  ['Can we come and see the farm?', 'farm tours most of the year'],
  ['Are you a brewery?', 'We grow hops and we process them, and that is all we do'],
  ['Do you have lab results?', 'About one week before harvest a full pre-harvest analysis'],
] as const;

const row = (page: Page, question: string) => page.getByRole('group').filter({ hasText: question });
const openRows = (page: Page) => page.locator('details[open]');

test('there are five questions; the first is open on arrival, and one is open at a time', async ({ page }) => {
  await page.goto(pagePaths.faqs);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).filter({ visible: true })).toContainText(
    questions.map(([question]) => question),
    { useInnerText: true },
  );
  await expect(openRows(page)).toContainText(questions[0][0]);

  for (const [question, ...facts] of questions.toReversed()) {
    await page.getByText(question).click();
    await expect(openRows(page)).toHaveCount(1);
    for (const fact of facts) await expect(page.getByText(fact)).toBeVisible();
  }
});

test('questions open and close by keyboard', async ({ page }) => {
  await openPage(page, pagePaths.faqs);
  await page.getByRole('link', { name: 'Link to this answer' }).focus();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(openRows(page)).toContainText(questions[1][0]);
  await page.keyboard.press('Space');
  await expect(openRows(page)).toHaveCount(0);
});

async function expectShown(page: Page, index: number) {
  const [question = '', fact = ''] = questions[index] ?? [];
  await expect(openRows(page)).toHaveCount(1);
  await expect(openRows(page)).toContainText(question);
  await expect(page.getByText(question)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(fact)).toBeInViewport();
  // The header overlaps the page, so the question must be below it.
  const header = await page.getByRole('banner').boundingBox();
  const heading = await page.getByText(question).boundingBox();
  expect(heading?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
}

for (const motion of ['reduce', 'no-preference'] as const)
  test(`an answer can be linked to (motion: ${motion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.setViewportSize({ width: 360, height: 640 });

    await openPage(page, `${pagePaths.faqs}#lab`);

    await expectShown(page, 4);
  });

test('a link from another page opens an answer, and Back and Forward work', async ({ page, expectedErrors }) => {
  expectedErrors.push(/openstreetmap\.org/);
  await page.setViewportSize({ width: 360, height: 640 });
  await openPage(page, pagePaths.contact);

  await page.getByRole('link', { name: 'Most of the year' }).click();
  await expect(page).toHaveURL('/faqs#tours');
  await expectShown(page, 2);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  await page.goForward();

  await expectShown(page, 2);
});

test('the link in an answer updates the URL and keeps the focus position', async ({ page }) => {
  await openPage(page, pagePaths.faqs);
  await page.getByText(questions[3][0]).click();
  const link = row(page, questions[3][0]).getByRole('link', { name: 'Link to this answer' });

  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/faqs#brewery');
  await expectShown(page, 3);
  await page.keyboard.press('Tab');

  await expect(link).toBeFocused();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  // Browsers report preloaded modules that they may not run.
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/\.js csp$/));

  test('questions open one at a time, and by URL', async ({ page }) => {
    await page.goto(`${pagePaths.faqs}#delivery`);
    await expectShown(page, 1);

    await row(page, questions[4][0]).getByText(questions[4][0]).click();

    await expect(openRows(page)).toHaveCount(1);
    await expect(page.getByText(questions[4][1])).toBeVisible();
  });
});

checkPageAt(pagePaths.faqs);
