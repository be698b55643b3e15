// A browser throttled to an average phone on an average network, with an empty cache.
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '#scripts/system-deps.ts';

const CPU_SLOWDOWN = 4;
const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;

export const circumstancesOfPhone = `CPU ${CPU_SLOWDOWN} times slower, ${(BYTES_PER_SECOND * 8) / 1e6} Mbps, ${ROUND_TRIP_MS} ms round trip`;

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const desk = { viewport: { width: 1440, height: 900 } };

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
}

/** Each run gets its own context: no cache, no storage, no compiled code. */
export async function onSlowPhone<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  try {
    return await work(page, devtools);
  } finally {
    await context.close();
  }
}
