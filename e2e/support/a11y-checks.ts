// Checks for every page at every width: no axe violations, no horizontal scroll and no layout shift.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
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

/** Runs all rules if none are given. */
async function runAxe(page: Page, rules: string[]): Promise<string[]> {
  // Legacy mode and violations only: three times as fast. The shop's pages have no frames to scan.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
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
