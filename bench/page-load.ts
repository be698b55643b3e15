// One visit to a page with nothing kept from before: what was painted when, what moved, what stalled, what it weighed.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { onSlowPhone, phone } from './slow-phone.ts';

export type PageLoad = {
  firstPaint: number;
  contentful: number;
  largest: number;
  shift: number;
  blocking: number;
  /** On the wire, heads of the answers included. */
  bytes: number;
  pictureBytes: number;
};

/** What lasts longer than this keeps a finger waiting. */
const STALL_MS = 50;

/** `quietMs`: for so long nothing may be under way before the visit is over. */
export function measurePageLoad(browser: Browser, url: string, quietMs: number): Promise<PageLoad> {
  return onSlowPhone(browser, phone, async (page, devtools) => {
    const wire = listen(devtools);
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'load' });
    while (wire.quietFor() < quietMs) await page.waitForTimeout(100);
    return { ...(await seenOn(page)), ...wire.weighed() };
  });
}

function listen(devtools: CDPSession) {
  const pictures = new Set<string>();
  const underWay = new Set<string>();
  const weight = { bytes: 0, pictureBytes: 0 };
  let last = performance.now();
  devtools.on('Network.requestWillBeSent', ({ requestId }) => void underWay.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.startsWith('image/')) pictures.add(requestId);
  });
  const over = (requestId: string, bytes: number) => {
    underWay.delete(requestId);
    weight[pictures.has(requestId) ? 'pictureBytes' : 'bytes'] += bytes;
    last = performance.now();
  };
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => over(requestId, encodedDataLength));
  devtools.on('Network.loadingFailed', ({ requestId }) => over(requestId, 0));
  return {
    quietFor: () => (underWay.size ? 0 : performance.now() - last),
    weighed: () => weight,
  };
}

type Seen = { largest: number; shift: number; tasks: { startTime: number; duration: number }[] };
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page, before anything of the page's own. */
function watch(): void {
  const seen: Seen = { largest: 0, shift: 0, tasks: [] };
  window.seen = seen;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime;
  });
  observe('layout-shift', (entry) => {
    seen.shift += Object(entry).value;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
}

async function seenOn(page: Page): Promise<Omit<PageLoad, 'bytes' | 'pictureBytes'>> {
  const { tasks, largest, shift, paints } = await page.evaluate(() => ({
    ...window.seen,
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
