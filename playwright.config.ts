import { defineConfig } from '@playwright/test';
import { chromiumFlags } from './scripts/system-deps.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/e2e.json' }]],
  fullyParallel: true,
  // Three took as long on two cores, and overloaded the shops now and then.
  workers: 2,
  // In a shop of its own. The summary names what needed it.
  retries: 1,
  // A busy machine is no failure.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/Berlin',
    locale: 'en-US',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: chromiumFlags,
    },
  },
});
