// Measures navigation: from the click on a link until the heading of the next page is on screen.
import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { desk, onSlowPhone, phone } from './slow-phone.ts';

export type Link = { from: string; to: string };
export type Pointer = 'hover' | 'touch';

/** How long a finger stays down in a tap, and how long a mouse hovers before clicking. */
const TAP_MS = 100;
const HOVER_MS = 400;

export function measureNavigation(
  browser: Browser,
  shop: string,
  { from, to }: Link,
  pointer: Pointer,
): Promise<number> {
  return onSlowPhone(browser, pointer === 'hover' ? desk : phone, async (page, devtools) => {
    await page.goto(shop + from, { waitUntil: 'load' });
    // Wait until React has hydrated the page.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
    );
    const link = page.locator(`a[href="${to}"]`).filter({ visible: true }).first();
    if ((await link.count()) === 0) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await link.scrollIntoViewIfNeeded();
    await page.waitForTimeout(1000);
    await page.evaluate(watch, to);
    if (pointer === 'hover') await hoverAndClick(page, link);
    else await tap(devtools, link);
    const shown = await page.waitForFunction(() => window.navigationTimes.shown);
    return shown.evaluate((at: number) => at - window.navigationTimes.clicked);
  });
}

async function hoverAndClick(page: Page, link: Locator): Promise<void> {
  await link.hover();
  await page.waitForTimeout(HOVER_MS);
  await page.mouse.down();
  await page.mouse.up();
}

async function tap(devtools: CDPSession, link: Locator): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await new Promise((resolve) => setTimeout(resolve, TAP_MS));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

declare global {
  interface Window {
    navigationTimes: { clicked: number; shown: number };
  }
}

/** Runs in the page. The heading is on screen two frames after it is in the document. */
function watch(to: string): void {
  window.navigationTimes = { clicked: 0, shown: 0 };
  const heading = () => document.querySelector('main h1');
  const before = heading();
  addEventListener('click', ({ timeStamp }) => Object.assign(window.navigationTimes, { clicked: timeStamp }), true);
  const observer = new MutationObserver(() => {
    const now = heading();
    if (!now || now === before || location.pathname !== to) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => Object.assign(window.navigationTimes, { shown: performance.now() })),
    );
  });
  observer.observe(document.body, { subtree: true, childList: true });
}
