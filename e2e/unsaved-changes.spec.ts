// Leaving with unsaved changes asks for confirmation.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import {
  addPost,
  contentField,
  deletePost,
  openBlogManagement,
  postRow,
  titleField,
} from '#e2e/support/blog-actions.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { logInAsStaff } from '#e2e/support/staff-login.ts';

const MESSAGE = 'You have unsaved changes. Leave anyway?';

test.beforeEach(async ({ page, shop }) => {
  await logInAsStaff(page, shop);
  await openBlogManagement(page);
  await titleField(page).pressSequentially('Not saved');
});

const expectUnchanged = async (page: Page) => {
  await expect(page).toHaveURL(/Blog-Management/);
  await expect(titleField(page)).toHaveValue('Not saved');
};

test('a link asks first and follows the choice', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  const messages = answerDialogs(page, [false, true]);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expectUnchanged(page);
  await page.getByRole('link', { name: 'Dashboard' }).click();

  await expect(page).toHaveURL(pagePaths.dashboard);
  expect(messages).toHaveLength(2);
});

// Delayed, because a dialog during evaluate() could block both sides.
const goBack = () => void setTimeout(() => history.back(), 50);

test('Back asks first and keeps the URL if declined', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 404/);
  const messages = answerDialogs(page, [false, true]);
  // As if the user had come from another back-office page.
  await page.evaluate(() => {
    history.pushState(null, '', '/elsewhere');
    history.pushState(null, '', '/Blog-Management');
  });

  await page.evaluate(goBack);
  await expect.poll(() => messages).toEqual([MESSAGE]);
  await expectUnchanged(page);
  await page.evaluate(goBack);

  // The URL changes before the page does, and closing the window in between can hang.
  await expect(page.getByRole('heading', { name: '404 - Not Found' })).toBeVisible();
  await expect(page).toHaveURL('/elsewhere');
  expect(messages).toEqual([MESSAGE, MESSAGE]);
});

test('Logout asks first, once', async ({ page }) => {
  const messages = answerDialogs(page, [false, true]);
  const token = () => page.evaluate(() => localStorage.getItem('authToken'));
  // Keep the session alive for the other tests.
  await page.route('**/api/logout', (route) => route.fulfill({ json: { message: '' } }));
  const logout = page.getByRole('main').getByRole('button', { name: 'Logout' });

  await logout.click();
  await expectUnchanged(page);
  expect(await token()).not.toBeNull();
  await logout.click();

  await expect(page).toHaveURL(pagePaths.home);
  expect(await token()).toBeNull();
  expect(messages).toEqual([MESSAGE, MESSAGE]);
});

test('editing a post asks first', async ({ page }) => {
  const messages = answerDialogs(page, [false, true]);
  const edit = postRow(page, 'A pale ale').getByRole('button', { name: 'Edit' });

  await edit.click();
  await expectUnchanged(page);
  await edit.click();

  await expect(titleField(page)).toHaveValue('A pale ale to try with Comet');
  expect(messages).toEqual([MESSAGE, MESSAGE]);
});

test('closing the window asks first', async ({ page }) => {
  const dialog = page.waitForEvent('dialog');

  await page.close({ runBeforeUnload: true });

  expect((await dialog).type()).toBe('beforeunload');
  await (await dialog).dismiss();
  await expectUnchanged(page);
});

test('nothing is asked after saving or undoing', async ({ page }) => {
  const messages = answerDialogs(page, []);

  await titleField(page).fill('');
  await contentField(page).pressSequentially('x');
  await page.keyboard.press('Backspace');
  await page.reload();
  await expect(contentField(page)).toBeVisible();
  await addPost(page, 'Saved', 'Words.');
  await expect(postRow(page, 'Saved')).toBeVisible();
  await page.reload();

  expect(messages).toEqual([]);
  await deletePost(page, 'Saved');
});

/** Answers the dialogs in order and collects their messages. */
function answerDialogs(page: Page, answers: boolean[]): string[] {
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    void (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  return messages;
}
