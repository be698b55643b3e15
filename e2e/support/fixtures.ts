// Starts a shop for each worker, as an owner would, and fails tests on unexpected browser errors.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page, type WorkerFixture } from '@playwright/test';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';
import { logInAsStaff } from './staff-login.ts';

export { expect };

export type StaffShop = { url: string; staff: Record<string, string>; dataDir: string };
type Fixtures = {
  /** Console errors and failed requests that a test provokes on purpose. */
  expectedErrors: RegExp[];
  /** A page with staff logged in. */
  staffPage: Page;
};

const shopFixture: [WorkerFixture<StaffShop, object>, { scope: 'worker' }] = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructured argument
  async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'));
    const { url, stop } = await startShop({ DATA_DIR: dataDir, ...staffSettings });
    await use({ url, staff: await loginAt(url), dataDir });
    expect(await stop(), 'the shop closes with exit code 0').toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  },
  { scope: 'worker' },
];

export const test = base.extend<Fixtures, { shop: StaffShop }>({
  shop: shopFixture,
  baseURL: ({ shop }, use) => use(shop.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectedErrors: ({}, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => errors.push(`${error}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // Browsers abort pending requests on navigation.
      if (reason !== 'net::ERR_ABORTED') errors.push(`${request.url()} ${reason}`);
    });
    await use(page);
    // A background request may still be pending when the test ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
  staffPage: async ({ page, shop }, use) => {
    await logInAsStaff(page, shop);
    await use(page);
  },
});

/** For tests that change what others rely on: a shop of their own. */
export const testInOwnShop = test.extend<object, { shop: StaffShop }>({ shop: shopFixture });

/** Publishes posts for the duration of `work`. */
export async function withPosts(shop: StaffShop, titles: string[], work: () => Promise<void>): Promise<void> {
  const headers = shop.staff;
  const ids: number[] = [];
  try {
    for (const title of titles) {
      const body = new FormData();
      body.set('title', title);
      body.set('content', `<p>${title}: words from the barn.</p>`);
      const response = await fetch(`${shop.url}/api/admin/blogs`, { method: 'POST', headers, body });
      ids.push((await response.json()).data.id);
    }
    await work();
  } finally {
    for (const id of ids) await fetch(`${shop.url}/api/admin/blogs/${id}`, { method: 'DELETE', headers });
  }
}
