// Takes the main journeys in Firefox and WebKit, as installed on this machine: npm run browsers
// A browser that is not installed is left out, with a line that says so. A journey that fails gets a second try, as in Playwright.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { staffSettings, startShop } from '#scripts/running-shop.ts';
import { findFirefox, findWebKit } from '#scripts/system-deps.ts';
import type { Browser } from './browser.ts';
import { startFirefox } from './firefox.ts';
import { journeys } from './journeys.ts';
import { startWebKit } from './webkit.ts';

const firefox = findFirefox();
const webkit = findWebKit();
const browsers = {
  ...(firefox && { Firefox: () => startFirefox(firefox) }),
  ...(webkit && { WebKit: () => startWebKit(webkit) }),
};
if (!firefox) console.log('Firefox is left out: the package firefox-esr is not installed.');
if (!webkit) console.log('WebKit is left out: the packages webkit2gtk-driver and xvfb are not installed.');

let failed = 0;
for (const [name, start] of Object.entries(browsers)) failed += await visitWith(name, start);
process.exit(failed === 0 ? 0 : 1);

async function visitWith(name: string, start: () => Promise<Browser>): Promise<number> {
  ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'browsers-'));
  const shop = await startShop({ DATA_DIR: dataDir, LIMITS: 'off', ...staffSettings });
  let failures = 0;
  try {
    const browser = await start();
    for (const [journey, take] of Object.entries(journeys)) {
      const attempt = () =>
        take(browser, shop.url).then(
          () => undefined,
          (reason: unknown) => reason,
        );
      let error = await attempt();
      if (error) {
        console.log(`Second try of ${name}: ${journey}\n${error}`);
        error = await attempt();
      }
      if (error) failures += 1;
      console.log(`${error ? 'FAILED' : 'ok'}  ${name}: ${journey}${error ? `\n${error}` : ''}`);
    }
    await browser.close();
    const reports = shop.output.filter((line) => line.includes('A page failed in a browser.'));
    for (const line of [...browser.errors, ...reports]) console.log(`FAILED  ${name} reported: ${line}`);
    failures += browser.errors.length + reports.length;
  } finally {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return failures;
}
