// What a visitor on a plain phone sees, beside an empty page that React takes over: npm run bench -- browser
// npm run bench -- browser 3 /shop measures one page, three times, and leaves RESULTS.md as it is.
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
/** The empty page has nothing to load after React has taken it over. */
const SHORT_MS = 1000;

const paths = ['/', '/shop', '/products', '/products/comet', '/faqs', '/contact-us', '/about-us', '/blogs', '/blog/1'];
const ways: Link[] = [
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
const seen: string[] = [];
const followed: string[] = [];
try {
  // The first of all pays for the start of the browser.
  await measurePageLoad(browser, empty.url, SHORT_MS);
  for (const path of paths.filter((each) => !only.length || only.includes(each))) {
    seen.push(await visited(path));
    console.log(seen.at(-1));
  }
  for (const way of ways.filter(({ from }) => !only.length || only.includes(`${from}>`))) {
    followed.push(await followedBy(way));
    console.log(followed.at(-1));
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
medians of ${ROUNDS} (layout shift: the worst). The baseline is an empty page that React hydrates, sent by a bare \`node:http\` server, in alternating visits.
Times are in ms. Blocking time is the part of tasks beyond 50 ms, from first contentful paint until the page has been idle for ${QUIET_MS / 1000} s.
kB are on the wire, headers included.

| page, 390 px wide | first paint | empty page | ratio | first contentful paint | largest contentful paint | layout shift | blocking time | empty page | kB without images | images, kB |
|---|---|---|---|---|---|---|---|---|---|---|
| *target* | | | *1.2* | | *2000 on /* | *0* | *50* | | *130* | |
${seen.join('\n')}

Navigation: ms from the click on a link until the next page's heading is on screen. Its data is prefetched on hover (mouse, 0.4 s before; 1440 px wide)
or on touch (0.1 s before; 390 px wide). Target: 150.

| from | to | mouse | touch |
|---|---|---|---|
${followed.join('\n')}`,
  );

async function visited(path: string): Promise<string> {
  const ours: PageLoad[] = [];
  const limit: PageLoad[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measurePageLoad(browser, shop.url + path, QUIET_MS));
    limit.push(await measurePageLoad(browser, empty.url, SHORT_MS));
  }
  const of = (key: keyof PageLoad) => median(ours.map((each) => each[key]));
  const bare = (key: keyof PageLoad) => median(limit.map((each) => each[key]));
  const worstShift = Math.max(...ours.map(({ shift }) => shift));
  const kB = (bytes: number) => (bytes / 1000).toFixed(1);
  const figures = [
    ...[of('firstPaint').toFixed(0), bare('firstPaint').toFixed(0), (of('firstPaint') / bare('firstPaint')).toFixed(2)],
    ...[of('contentful').toFixed(0), of('largest').toFixed(0), worstShift.toFixed(3)],
    ...[of('blocking').toFixed(0), bare('blocking').toFixed(0), kB(of('bytes')), kB(of('pictureBytes'))],
  ];
  return `| ${[path, ...figures].join(' | ')} |`;
}

async function followedBy(way: Link): Promise<string> {
  const times: Record<Pointer, number[]> = { hover: [], touch: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.hover.push(await measureNavigation(browser, shop.url, way, 'hover'));
    times.touch.push(await measureNavigation(browser, shop.url, way, 'touch'));
  }
  return `| ${way.from} | ${way.to} | ${median(times.hover).toFixed(0)} | ${median(times.touch).toFixed(0)} |`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
