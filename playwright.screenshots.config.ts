import { defineConfig } from '@playwright/test';
import playwright from './playwright.config.ts';

/** The accepted pictures stay on this machine: fonts and browsers draw differently on another. */
export default defineConfig({
  testDir: 'e2e/screenshots',
  testMatch: 'take-screenshots.ts',
  outputDir: 'screenshots/changed',
  snapshotPathTemplate: 'screenshots/accepted/{arg}{ext}',
  reporter: [['line'], ['html', { outputFolder: 'screenshots/report', open: 'never' }]],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  // The gallery is long.
  expect: { timeout: 40_000, toHaveScreenshot: { maxDiffPixels: 30, animations: 'disabled' } },
  use: { ...playwright.use, timezoneId: 'America/Los_Angeles' },
});
