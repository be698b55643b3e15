// One link followed on a page that is there: from the click to the heading of the next page on the screen.
import type { Browser, CDPSession, Locator, Page } from '@playwright/test';
import { desk, onSlowPhone, phone } from './slow-phone.ts';

export type Link = { from: string; to: string };
export type Pointer = 'hover' | 'touch';

/** A finger stays on the glass for about this long; a mouse rests on a link for at least as long as this before it clicks. */
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
    // The script has taken over when nothing is under way any more.
    await page.waitForLoadState('networkidle');
    const link = page.locator(`a[href="${to}"]`).filter({ visible: true }).first();
    if ((await link.count()) === 0) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await link.scrollIntoViewIfNeeded();
    await page.waitForTimeout(1000);
    await page.evaluate(watch, to);
    if (pointer === 'hover') await hoverAndClick(page, link);
    else await tap(devtools, link);
    const shown = await page.waitForFunction(() => window.followed.shown);
    return shown.evaluate((at: number) => at - window.followed.clicked);
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
  await new Promise((lifted) => setTimeout(lifted, TAP_MS));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

declare global {
  interface Window {
    followed: { clicked: number; shown: number };
  }
}

/** Runs in the page. Two frames after the heading is in the document it is on the screen. */
function watch(to: string): void {
  window.followed = { clicked: 0, shown: 0 };
  const heading = () => document.querySelector('main h1');
  const before = heading();
  addEventListener('click', ({ timeStamp }) => Object.assign(window.followed, { clicked: timeStamp }), true);
  const observer = new MutationObserver(() => {
    const now = heading();
    if (!now || now === before || location.pathname !== to) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => Object.assign(window.followed, { shown: performance.now() })),
    );
  });
  observer.observe(document.body, { subtree: true, childList: true });
}
