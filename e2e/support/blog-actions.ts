// What staff do on the page that manages the blog.
import type { Page } from '@playwright/test';
import { pagePaths } from '#contracts/page-paths.ts';
import { expect } from './fixtures.ts';

export const titleOf = (page: Page) => page.getByLabel('Title');
export const textOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
export const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function openBlogOffice(page: Page) {
  await page.goto(pagePaths.blogManagement);
  await expect(textOf(page)).toBeVisible();
}

/** Adds a post with the form and answers with its id. */
export async function add(page: Page, title: string, text: string): Promise<number> {
  await titleOf(page).fill(title);
  await textOf(page).fill(text);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await press(page, 'Add Blog Post');
  return (await (await answer).json()).data.id;
}

export async function withdraw(page: Page, title: string) {
  await rowOf(page, title).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, title)).toHaveCount(0);
}
