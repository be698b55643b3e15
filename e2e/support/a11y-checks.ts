// Checks for every page at every width: no axe violations, no horizontal scroll and no layout shift.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';

export function checkPageAt(path: string, widths = [360, 768, 1440]): void {
  for (const width of widths)
    test(`no axe violations, horizontal scroll or layout shift at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await recordLayoutShifts(page);
      await openPage(page, path);
      await scrollToEnd(page);

      expect(await a11yViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      // The font for notes is not preloaded; when it loads late, one of their lines may wrap differently.
      expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.02);
    });
}

export const a11yViolations = (page: Page): Promise<string[]> => runAxe(page, []);

/** For a page whose other violations are checked elsewhere. */
export const contrastViolations = (page: Page): Promise<string[]> => runAxe(page, ['color-contrast']);

const axeScript = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Runs all rules if none are given. */
async function runAxe(page: Page, rules: string[]): Promise<string[]> {
  // Once per document: it is large.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(async (runOnly) => {
    const axe: typeof axeCore = Reflect.get(window, 'axe');
    // Frames are the map and the card form of others.
    const options = { resultTypes: ['violations' as const], iframes: false };
    const { violations } = await axe.run(runOnly.length > 0 ? { ...options, runOnly } : options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, rules);
}

/** By how many pixels the page is wider than the viewport. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Loads the pictures further down. */
export async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  // Wait for all visible pictures.
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || !image.checkVisibility()));
}

function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
