// What a visitor on an average phone experiences, compared with an empty React page: npm run bench -- browser
// npm run bench -- browser 3 /shop measures one page three times and leaves RESULTS.md alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '#scripts/build.ts';
import { startProcess, startShop } from '#scripts/running-shop.ts';
import { type Link, measureNavigation, type Pointer } from './navigation.ts';
import { measurePageLoad, type PageLoad } from './page-load.ts';
import { circumstances, writeSection } from './results.ts';
import { circumstancesOfPhone, openBrowser } from './slow-phone.ts';

const [rounds = '5', ...only] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const QUIET_MS = 5000;
/** The empty page has nothing to load after hydration. */
const EMPTY_QUIET_MS = 1000;

const paths = ['/', '/shop', '/products', '/products/comet', '/faqs', '/contact-us', '/about-us', '/blogs', '/blog/1'];
const links: Link[] = [
  { from: '/', to: '/products' },
  { from: '/', to: '/shop' },
  { from: '/products', to: '/products/comet' },
  { from: '/products/comet', to: '/' },
  { from: '/faqs', to: '/contact-us' },
  { from: '/', to: '/blogs' },
  { from: '/blogs', to: '/blog/1' },
  { from: '/blog/1', to: '/blogs' },
];

ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'bench-browser-'));
const shop = await startShop({ DATA_DIR: join(folder, 'data') });
const empty = await startProcess(['bench/empty-page.ts', join(folder, 'empty')], { NODE_ENV: 'production' });
const browser = await openBrowser();
const pageRows: string[] = [];
const linkRows: string[] = [];
try {
  // Warm-up: the first page load includes the start of the browser.
  await measurePageLoad(browser, empty.url, EMPTY_QUIET_MS);
  for (const path of paths.filter((each) => !only.length || only.includes(each))) {
    pageRows.push(await measurePage(path));
    console.log(pageRows.at(-1));
  }
  for (const link of links.filter(({ from }) => !only.length || only.includes(`${from}>`))) {
    linkRows.push(await measureLink(link));
    console.log(linkRows.at(-1));
  }
} finally {
  await browser.close();
  await empty.kill();
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (!only.length)
  writeSection(
    'In the browser',
    `${circumstances(`npm run bench -- browser ${ROUNDS}`)} ${circumstancesOfPhone}, empty cache,
    medians of ${ROUNDS} (for layout shift, the worst). The baseline is an empty page that React hydrates, served by bare \`node:http\` and measured alternately with ours.
    Times in ms; blocking is task time over 50 ms per task, from the first contentful paint until the network has been quiet for ${QUIET_MS / 1000} s;
    kB are on the wire, including response headers.

| page, 390 px wide | first paint | empty page | ratio | contentful | largest | layout shift | blocking | empty page | kB without pictures | pictures, kB |
|---|---|---|---|---|---|---|---|---|---|---|
| *target* | | | *1.2* | | *2000 on /* | *0* | *50* | | *130* | |
${pageRows.join('\n')}

From the click on a link until the heading of the next page is on screen. Its data is prefetched on hover (a mouse, 0.4 s before the click;
1440 px wide) or on touch (0.1 s before; 390 px wide). Target: 150 ms.

| from | to | mouse | touch |
|---|---|---|---|
${linkRows.join('\n')}`,
  );

async function measurePage(path: string): Promise<string> {
  const ours: PageLoad[] = [];
  const baseline: PageLoad[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measurePageLoad(browser, shop.url + path, QUIET_MS));
    baseline.push(await measurePageLoad(browser, empty.url, EMPTY_QUIET_MS));
  }
  const ourMedian = (key: keyof PageLoad) => median(ours.map((each) => each[key]));
  const baselineMedian = (key: keyof PageLoad) => median(baseline.map((each) => each[key]));
  const worstShift = Math.max(...ours.map(({ shift }) => shift));
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  const cells = [
    ourMedian('firstPaint').toFixed(0),
    baselineMedian('firstPaint').toFixed(0),
    (ourMedian('firstPaint') / baselineMedian('firstPaint')).toFixed(2),
    ourMedian('contentful').toFixed(0),
    ourMedian('largest').toFixed(0),
    worstShift.toFixed(3),
    ourMedian('blocking').toFixed(0),
    baselineMedian('blocking').toFixed(0),
    kB(ourMedian('bytes')),
    kB(ourMedian('pictureBytes')),
  ];
  return `| ${[path, ...cells].join(' | ')} |`;
}

async function measureLink(link: Link): Promise<string> {
  const times: Record<Pointer, number[]> = { hover: [], touch: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.hover.push(await measureNavigation(browser, shop.url, link, 'hover'));
    times.touch.push(await measureNavigation(browser, shop.url, link, 'touch'));
  }
  return `| ${link.from} | ${link.to} | ${median(times.hover).toFixed(0)} | ${median(times.touch).toFixed(0)} |`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
