// What staff do on the Blog Management page.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect } from './fixtures.ts';

export const titleField = (page: Page) => page.getByLabel('Title');
export const contentField = (page: Page) => page.getByRole('textbox', { name: 'Content' });
export const postRow = (page: Page, title: string) => page.getByRole('row', { name: title });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function openBlogManagement(page: Page) {
  await page.goto(pagePaths.blogManagement);
  await expect(contentField(page)).toBeVisible();
}

/** Adds a post with the form and returns its id. */
export async function addPost(page: Page, title: string, text: string): Promise<number> {
  await titleField(page).fill(title);
  await contentField(page).fill(text);
  const saved = page.waitForResponse((response) => response.request().method() === 'POST');
  await press(page, 'Add Blog Post');
  return (await (await saved).json()).data.id;
}

export async function deletePost(page: Page, title: string) {
  await postRow(page, title).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(postRow(page, title)).toHaveCount(0);
}
