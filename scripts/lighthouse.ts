// Lighthouse on the built shop, as a phone sees it: npm run lighthouse, or npm run lighthouse -- /shop
// The package is fetched into .runtime when it is first wanted: the shop itself has no use for it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.ts';
import { startShop } from './running-shop.ts';
import { chromiumFlags, ensureChromium } from './system-deps.ts';

const VERSION = '13.5.0';
const home = '.runtime/lighthouse';
const cli = `${home}/node_modules/lighthouse/cli/index.js`;
const everyday = ['/', '/shop', '/products', '/blogs', '/blog/1', '/products/comet', '/faqs'];
const paths = process.argv.length > 2 ? process.argv.slice(2) : everyday;
// One run in three stumbles over whatever else the machine does: the middle one counts.
const RUNS = [1, 2, 3];
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
type Audit = { score: number | null; title: string; displayValue?: string };
type Report = {
  runtimeError?: unknown;
  categories: Record<string, { score: number; auditRefs: { id: string }[] }>;
  audits: Record<string, Audit>;
};

ensureBuilt();
if (!existsSync(cli)) {
  console.log(`Fetching Lighthouse ${VERSION} ...`);
  spawnSync('npm', ['install', '--prefix', home, '--no-save', '--ignore-scripts', `lighthouse@${VERSION}`], {
    stdio: 'inherit',
  });
}
const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
const shop = await startShop({ DATA_DIR: join(folder, 'data') });
let failed = false;
for (const path of paths) {
  const { categories, audits } = median(RUNS.map(() => look(shop.url + path)));
  const scores = Object.entries(wanted).map(([name, least]) => ({
    name,
    least,
    score: Math.round((categories[name]?.score ?? 0) * 100),
  }));
  const low = scores.filter(({ score, least }) => score < least);
  failed ||= low.length > 0;
  console.log(`${path}: ${scores.map(({ name, score }) => `${name} ${score}`).join(', ')}`);
  for (const { id } of low.flatMap(({ name }) => categories[name]?.auditRefs ?? [])) {
    const { score = null, displayValue, title } = audits[id] ?? {};
    if (score !== null && score < 0.9) console.log(`  ${id}: ${displayValue ?? title}`);
  }
}
await shop.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(failed ? 1 : 0);

/** Now and then the browser's recording has no beginning; then it is made again. */
function look(url: string, tries = 3): Report {
  const file = join(folder, 'report.json');
  spawnSync(
    process.execPath,
    [
      cli,
      url,
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
      `--chrome-flags=${['--headless=new', ...chromiumFlags].join(' ')}`,
    ],
    { stdio: 'ignore', env: { ...process.env, CHROME_PATH: ensureChromium() } },
  );
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return report.runtimeError && tries > 1 ? look(url, tries - 1) : report;
}

function median(reports: Report[]): Report {
  const speed = ({ categories }: Report) => categories.performance?.score ?? 0;
  const sorted = reports.toSorted((a, b) => speed(a) - speed(b));
  const [middle] = sorted.slice(Math.floor(sorted.length / 2));
  if (!middle) throw new Error('There is no report.');
  return middle;
}
