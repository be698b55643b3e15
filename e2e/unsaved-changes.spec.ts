// Whoever has typed something and not saved it is asked before it is lost.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { add, openBlogOffice, rowOf, textOf, titleOf, withdraw } from '#e2e/support/blog-actions.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { asStaff } from '#e2e/support/staff-login.ts';

const QUESTION = 'What you typed is not saved. Go on without it?';

test.beforeEach(async ({ page, shop }) => {
  await asStaff(page, shop);
  await openBlogOffice(page);
  await titleOf(page).pressSequentially('Not saved');
});

const stillThere = async (page: Page) => {
  await expect(page).toHaveURL(/Blog-Management/);
  await expect(titleOf(page)).toHaveValue('Not saved');
};

test('a link asks first, and leads on or not as one says', async ({ page, expected }) => {
  expected.push(/status of 404/);
  const asked = answering(page, [false, true]);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await stillThere(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();

  await expect(page).toHaveURL(pagePaths.dashboard);
  expect(asked).toHaveLength(2);
});

// Afterwards: a question in the middle of a call from here could leave the browser waiting for both.
const goBack = () => void setTimeout(() => history.back(), 50);

test('the way back asks first, and the address stays with the page', async ({ page, expected }) => {
  expected.push(/status of 404/);
  const asked = answering(page, [false, true]);
  // As if somebody had come here over another page of the back office.
  await page.evaluate(() => {
    history.pushState(null, '', '/elsewhere');
    history.pushState(null, '', '/Blog-Management');
  });

  await page.evaluate(goBack);
  await expect.poll(() => asked).toEqual([QUESTION]);
  await stillThere(page);
  await page.evaluate(goBack);

  // The address changes before the page does; a window closed in between may hang.
  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
  await expect(page).toHaveURL('/elsewhere');
  expect(asked).toEqual([QUESTION, QUESTION]);
});

test('Logout asks first, once', async ({ page }) => {
  const asked = answering(page, [false, true]);
  const token = () => page.evaluate(() => localStorage.getItem('authToken'));
  // The session of the other tests must go on.
  await page.route('**/api/logout', (route) => route.fulfill({ json: { message: '' } }));
  const logout = page.getByRole('main').getByRole('button', { name: 'Logout' });

  await logout.click();
  await stillThere(page);
  expect(await token()).not.toBeNull();
  await logout.click();

  await expect(page).toHaveURL(pagePaths.home);
  expect(await token()).toBeNull();
  expect(asked).toEqual([QUESTION, QUESTION]);
});

test('editing a post asks first', async ({ page }) => {
  const asked = answering(page, [false, true]);
  const edit = rowOf(page, 'A pale ale').getByRole('button', { name: 'Edit' });

  await edit.click();
  await stillThere(page);
  await edit.click();

  await expect(titleOf(page)).toHaveValue('A pale ale to try with Comet');
  expect(asked).toEqual([QUESTION, QUESTION]);
});

test('closing the window asks first', async ({ page }) => {
  const question = page.waitForEvent('dialog');

  await page.close({ runBeforeUnload: true });

  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  await stillThere(page);
});

test('nobody asks once it is saved or taken back', async ({ page }) => {
  const asked = answering(page, []);

  await titleOf(page).fill('');
  await textOf(page).pressSequentially('x');
  await page.keyboard.press('Backspace');
  await page.reload();
  await expect(textOf(page)).toBeVisible();
  await add(page, 'Saved', 'Words.');
  await expect(rowOf(page, 'Saved')).toBeVisible();
  await page.reload();

  expect(asked).toEqual([]);
  await withdraw(page, 'Saved');
});

/** Gives these answers to the questions that come, and notes the questions. */
function answering(page: Page, answers: boolean[]): string[] {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  return questions;
}
