// A shop of its own for each worker, started as an owner would, and visitors whose browsers must stay quiet.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { loginAt, staffSettings, startShop } from '#scripts/running-shop.ts';

export { expect };

type Staffed = { url: string; staff: Record<string, string>; dataDir: string };
type Fixtures = {
  /** Complaints that a test provokes on purpose: console errors and failed requests that may happen. */
  expected: RegExp[];
  /** The page of somebody who is logged in as staff. */
  staffPage: Page;
};

export const test = base.extend<Fixtures, { shop: Staffed }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other, and the tool wants the braces
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'));
      const { url, stop } = await startShop({ DATA_DIR: dataDir, ...staffSettings });
      await use({ url, staff: await loginAt(url), dataDir });
      expect(await stop(), 'the shop closes with exit code 0').toBe(0);
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expected: ({}, use) => use([]),
  page: async ({ page, expected }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => complaints.push(`${error}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText;
      // What a browser still fetches when one leaves a page, it drops.
      if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()} ${why}`);
    });
    await use(page);
    // A call that the page makes on its own may still be under way when the test is over.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
  },
  staffPage: async ({ page, shop }, use) => {
    await page.addInitScript((token) => {
      localStorage.setItem('authToken', token);
      localStorage.setItem('user', JSON.stringify({ name: 'Farm office', role: 'admin' }));
    }, shop.staff.authorization?.slice('Bearer '.length) ?? '');
    await use(page);
  },
});

/** Publishes posts as staff do, and withdraws them when the test is over. */
export async function withPosts(shop: Staffed, titles: string[], work: () => Promise<void>): Promise<void> {
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
