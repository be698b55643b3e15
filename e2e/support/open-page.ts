import { expect, type Page, type Response } from '@playwright/test';

/** Opens a page and waits until it is ready for input. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url);
  await waitUntilReady(page);
  return response;
}

/** Hydrated, data loaded, web fonts applied and effects run. */
export async function waitUntilReady(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ['.brand', 'main h1'].every((selector) =>
      // React adds these keys to every element it has rendered or hydrated.
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__react')),
    ),
  );
  await expect(page.locator('.state-loading')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
