// Loads a page with an empty cache and measures paints, layout shift, blocking time and size.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { onSlowPhone, phone } from './slow-phone.ts';

export type PageLoad = {
  firstPaint: number;
  contentful: number;
  largest: number;
  shift: number;
  blocking: number;
  /** On the wire, including response headers. */
  bytes: number;
  pictureBytes: number;
};

/** Tasks longer than this delay input. */
const STALL_MS = 50;

/** `quietMs`: how long the network must be idle before the page load counts as finished. */
export function measurePageLoad(browser: Browser, url: string, quietMs: number): Promise<PageLoad> {
  return onSlowPhone(browser, phone, async (page, devtools) => {
    const network = watchNetwork(devtools);
    await page.addInitScript(observePage);
    await page.goto(url, { waitUntil: 'load' });
    while (network.quietFor() < quietMs) await page.waitForTimeout(100);
    return { ...(await readMetrics(page)), ...network.size() };
  });
}

function watchNetwork(devtools: CDPSession) {
  const pictures = new Set<string>();
  const pending = new Set<string>();
  const size = { bytes: 0, pictureBytes: 0 };
  let last = performance.now();
  devtools.on('Network.requestWillBeSent', ({ requestId }) => void pending.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.startsWith('image/')) pictures.add(requestId);
  });
  const finish = (requestId: string, bytes: number) => {
    pending.delete(requestId);
    size[pictures.has(requestId) ? 'pictureBytes' : 'bytes'] += bytes;
    last = performance.now();
  };
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => finish(requestId, encodedDataLength));
  devtools.on('Network.loadingFailed', ({ requestId }) => finish(requestId, 0));
  return {
    quietFor: () => (pending.size ? 0 : performance.now() - last),
    size: () => size,
  };
}

type PageMetrics = { largest: number; shift: number; tasks: { startTime: number; duration: number }[] };
declare global {
  interface Window {
    pageMetrics: PageMetrics;
  }
}

/** Runs in the page, before any of its own scripts. */
function observePage(): void {
  const pageMetrics: PageMetrics = { largest: 0, shift: 0, tasks: [] };
  window.pageMetrics = pageMetrics;
  const observe = (type: string, onEntry: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    pageMetrics.largest = startTime;
  });
  observe('layout-shift', (entry) => {
    pageMetrics.shift += Object(entry).value;
  });
  observe('longtask', ({ startTime, duration }) => pageMetrics.tasks.push({ startTime, duration }));
}

async function readMetrics(page: Page): Promise<Omit<PageLoad, 'bytes' | 'pictureBytes'>> {
  const { tasks, largest, shift, paints } = await page.evaluate(() => ({
    ...window.pageMetrics,
    paints: performance.getEntriesByType('paint').map(({ name, startTime }) => ({ name, startTime })),
  }));
  const paintOf = (name: string) => paints.find((paint) => paint.name === name)?.startTime ?? Number.NaN;
  const contentful = paintOf('first-contentful-paint');
  const stalls = tasks.map(({ startTime, duration }) => {
    const after = startTime + duration - Math.max(contentful, startTime);
    return Math.max(0, after - STALL_MS);
  });
  const blocking = stalls.reduce((sum, each) => sum + each, 0);
  return { firstPaint: paintOf('first-paint'), contentful, largest, shift, blocking };
}
