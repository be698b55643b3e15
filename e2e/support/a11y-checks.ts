// What every page must be at every width: readable by assistive technology, no wider than the screen, and still.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

export function isSoundAt(path: string, widths = [360, 768, 1440]): void {
  for (const width of widths)
    test(`axe finds nothing to say at ${width} px, nothing scrolls sideways and nothing jumps`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await watchShifts(page);
      await page.goto(path, { waitUntil: 'networkidle' });
      await readToTheEnd(page);

      expect(await violationsOn(page)).toEqual([]);
      expect(await sidewaysOn(page)).toBeLessThanOrEqual(0);
      // The face of the notes is not loaded ahead: when it comes late, a line of them may break elsewhere.
      expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThan(0.02);
    });
}

export async function violationsOn(page: Page): Promise<string[]> {
  // In the page itself and only for what is wrong: three times as fast, and no page here has frames of the shop's own.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** By how many pixels the page is wider than the screen. */
export function sidewaysOn(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** So that the pictures further down are loaded, and seen to keep their place. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
}

function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
