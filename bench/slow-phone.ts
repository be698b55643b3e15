// A browser as slow as a plain phone on a plain network, with nothing kept from before.
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumFlags, ensureChromium } from '#scripts/system-deps.ts';

const SLOWER = 4;
const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = 1_600_000 / 8;

export const circumstancesOfPhone = `CPU ${SLOWER} times slower, ${(BYTES_PER_SECOND * 8) / 1e6} Mbps, ${ROUND_TRIP_MS} ms round trip`;

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const desk = { viewport: { width: 1440, height: 900 } };

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
}

/** Each in a context of its own: no cache, no storage, no code that was compiled before. */
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
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  try {
    return await work(page, devtools);
  } finally {
    await context.close();
  }
}
