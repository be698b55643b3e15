import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { a11yViolations, horizontalOverflow } from '#e2e/support/a11y-checks.ts';
import { expect, testInOwnShop as test } from '#e2e/support/fixtures.ts';
import { openPage } from '#e2e/support/open-page.ts';

// Other tests rely on the texts that a shop comes with. Each test here edits a section of its own.

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

async function expectAccessible(page: Page) {
  expect(await a11yViolations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
}

test('on a phone, an owner corrects the phone number, and the site follows', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPage(page, pagePaths.dashboard);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Farm', exact: true }).click();

  const phone = page.getByLabel('Phone');
  await phone.fill('12');
  await save(page);
  await expect(phone).toBeFocused();
  await expect(page.getByText('Enter a phone number with its area code.')).toBeVisible();
  await expectAccessible(page);

  await phone.fill('(530) 555-0199');
  await save(page);
  await expect(page.getByText('Farm saved.')).toBeVisible();

  await openPage(page, pagePaths.home);
  const link = page.getByRole('contentinfo').getByRole('link', { name: '(530) 555-0199' });
  await expect(link).toHaveAttribute('href', 'tel:+15305550199');
  expect(await page.locator('script[type="application/ld+json"]').first().textContent()).toContain('+15305550199');
});

test('with the keyboard only, an owner adds and reorders questions, and undoes a mistake', async ({
  staffPage: page,
}) => {
  await openPage(page, pagePaths.settingSection('faqs'));
  await page.getByRole('button', { name: 'Add a question' }).press('Enter');
  await expect(page.getByLabel('Question', { exact: true }).last()).toBeFocused();
  await page.keyboard.type('Is there a dog?');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Two. Both bark.');
  await expectAccessible(page);

  const up = page.getByRole('button', { name: 'Move up: Is there a dog?' });
  await up.focus();
  for (let place = 5; place > 0; place -= 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move down: Is there a dog?' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('FAQs saved.')).toBeVisible();

  await openPage(page, pagePaths.faqs);
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Is there a dog?');

  await openPage(page, pagePaths.settingVersions('faqs'));
  await expect(page.getByRole('row', { name: 'Question added' })).toContainText('Two. Both bark.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go back to this' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Version 2 (current)' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'The original texts are back.' })).toBeVisible();
  await openPage(page, pagePaths.faqs);
  await expect(page.getByText('Is there a dog?')).toHaveCount(0);
});

test('two people who edit the same section both keep their work', async ({
  staffPage: page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await openPage(page, pagePaths.settingSection('farm'));
  const other = await context.newPage();
  await openPage(other, pagePaths.settingSection('farm'));
  await other.getByLabel('Tagline').fill('Theirs.');
  await other.getByLabel('Opening hours').fill('on Sundays');
  await save(other);
  await expect(other.getByText('No unsaved changes.')).toBeVisible();

  await page.getByLabel('Tagline').fill('Mine.');
  await page.getByLabel('Phone').fill('(530) 555-0123');
  await save(page);
  await expect(page.getByText('Farm office saved this since you opened it.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Opening hours' })).toContainText('on Sundays');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load current values' }).press('Enter');
  await expect(page.getByLabel('Tagline')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Current values loaded.' })).toBeVisible();

  await expect(page.getByLabel('Tagline')).toHaveValue('Theirs.');
  await expect(page.getByLabel('Phone')).toHaveValue('(530) 555-0123');
  await expect(page.getByLabel('Opening hours')).toHaveValue('on Sundays');
  await page.getByRole('button', { name: 'Use my text' }).click();
  await expect(page.getByLabel('Tagline')).toHaveValue('Mine.');
  await save(page);
  await expect(page.getByText('No unsaved changes.')).toBeVisible();
  await expect(page.getByText('Current values loaded.')).toHaveCount(0);
});

test('on a phone, two people edit different questions, and the form stays in view', async ({
  staffPage: page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.setViewportSize({ width: 360, height: 640 });
  await openPage(page, pagePaths.settingSection('faqs'));
  const other = await context.newPage();
  await openPage(other, pagePaths.settingSection('faqs'));
  const question = (on: Page, number: number) => on.locator('.setting-list > li').nth(number);
  await question(other, 0).locator('summary').click();
  await question(other, 0).getByLabel('Answer').fill('Theirs.');
  await save(other);
  await expect(other.getByText('FAQs saved.')).toBeVisible();

  await question(page, 2).locator('summary').click();
  await question(page, 2).getByLabel('Answer').fill('Mine.');
  await save(page);
  await expect(page.getByText('Farm office saved this since you opened it.')).toBeVisible();
  const panel = await page.locator('.settings-end').boundingBox();
  expect(panel?.height).toBeLessThan(640 / 2);
  await page.getByText('What changed (1)').press('Enter');
  await expect(page.getByRole('row', { name: /Answer/ })).toContainText('Theirs.');
  expect((await page.locator('.settings-end').boundingBox())?.y).toBeGreaterThan(100);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Load current values' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('FAQs saved.')).toBeVisible();
  const { data } = await (await page.request.get('/api/words/faqs')).json();
  expect([data.questions[0].answer, data.questions[2].answer]).toEqual([['Theirs.'], ['Mine.']]);
});

test('a preview shows words that are not published', async ({ staffPage: page, context }) => {
  await openPage(page, pagePaths.settingSection('home'));
  await page.getByLabel('Headline').fill('Hops\nwith\nherons');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opened;
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Hops with herons');
  await expect(preview.getByText('Preview: this is not published yet.')).toBeVisible();

  await preview.goto(pagePaths.home);
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Hops from the delta, by the pound');
  await preview.close();
});

test('an owner adds a picture to the gallery, hides one, and reorders them without a mouse', async ({
  staffPage: page,
}) => {
  await openPage(page, pagePaths.settingSection('gallery'));
  await page.getByRole('button', { name: 'Add a picture' }).click();
  const entry = page.locator('.setting-list > li').last();
  await entry.getByLabel('Caption').fill('Our own cones.');
  await entry.getByLabel('Alternative text').fill('Green cones in a hand.');
  await entry.getByLabel('Picture', { exact: true }).setInputFiles('content/pictures/blog-01.jpg');
  await expect(entry.getByText('Replace')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  await page.getByText('Young bines on their strings.').click();
  await page.locator('.setting-list > li').first().getByLabel('Hide it from visitors').check();
  const up = page.getByRole('button', { name: 'Move up: Our own cones.' });
  await up.focus();
  for (let place = 0; place < 37; place += 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move down: Our own cones.' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Gallery saved.')).toBeVisible();

  await openPage(page, pagePaths.gallery);
  const pictures = page.getByRole('link', { name: /^Open image/ });
  await expect(pictures.first()).toHaveAccessibleName('Open image 1 of 37: Green cones in a hand.');
  await pictures.first().click();
  await expect(page.getByText('Our own cones.')).toBeVisible();
});

test('with the keyboard only, an owner replaces the first picture of the home page from the library', async ({
  staffPage: page,
}) => {
  const alt = 'Our own rows at sunrise.';
  await openPage(page, pagePaths.media);
  await page.getByLabel('Upload pictures').setInputFiles('content/pictures/gallery-07.jpg');
  await expect(page.getByText('The picture is uploaded.')).toBeVisible({ timeout: 60_000 });
  await page.getByLabel('Alternative text').first().fill(alt);
  await page.getByRole('button', { name: 'Save text' }).first().click();
  await expect(page.getByText('The text is saved.')).toBeVisible();

  await openPage(page, pagePaths.settingSection('home'));
  const opening = page.getByRole('group', { name: 'Opening' });
  await opening.getByLabel('Alternative text').fill('');
  await opening.getByRole('button', { name: 'Choose from library' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: alt }).press('Enter');
  await expect(opening.getByLabel('Alternative text')).toHaveValue(alt);
  await expect(opening.getByRole('button', { name: 'Choose from library' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Home page saved.')).toBeVisible();

  await openPage(page, pagePaths.home);
  const shown = page.getByRole('img', { name: alt });
  await expect(shown).toHaveAttribute('src', /^\/blogs\//);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('the first steps on the dashboard are done by themselves and can be put away', async ({ staffPage: page }) => {
  await openPage(page, pagePaths.settingSection('farm'));
  await page.getByLabel('Street').fill('12 Mill Road');
  await save(page);
  await expect(page.getByText('Farm saved.')).toBeVisible();
  await openPage(page, pagePaths.dashboard);
  const steps = page.getByRole('region', { name: 'Getting started' });
  await expect(steps.getByText('Your farm (done)')).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Connect Square' })).toBeVisible();
  await expectAccessible(page);
  await steps.getByRole('link', { name: 'Connect Square' }).click();
  await expect(page.getByText('Demo: cards are not charged.')).toBeVisible();
  await expectAccessible(page);

  await openPage(page, pagePaths.dashboard);
  await page.getByRole('button', { name: 'Put away' }).click();
  await expect(steps).toHaveCount(0);
});

test('an entry with an error stays open while it is mended, and nothing typed during an upload is lost', async ({
  staffPage: page,
}) => {
  await page.route('**/api/pictures', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await openPage(page, pagePaths.settingSection('gallery'));
  const entry = page.locator('.setting-list > li').nth(4);
  await entry.locator('summary').click();
  await entry.getByLabel('Caption').fill('');
  await entry.locator('summary').click();
  await save(page);
  await expect(entry.getByLabel('Caption')).toBeFocused();
  await entry.getByLabel('Caption').pressSequentially('Mist');
  await expect(entry.getByLabel('Caption')).toHaveValue('Mist');

  await entry.getByLabel('Picture', { exact: true }).setInputFiles('content/pictures/blog-02.jpg');
  await entry.getByLabel('Caption').fill('Mist over the yard.');
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(entry.locator('.setting-picture img')).toHaveAttribute('src', /^\/blogs\//, { timeout: 60_000 });
  await expect(entry.getByLabel('Caption')).toHaveValue('Mist over the yard.');
  await save(page);
  await expect(page.getByText('Gallery saved.')).toBeVisible();
  await expect(entry.getByLabel('Caption')).toBeVisible();
});
