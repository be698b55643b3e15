// Runs Lighthouse on the built shop as a phone: npm run lighthouse, or npm run lighthouse -- /shop
// The package is installed into .runtime on first use: the shop itself does not need it.
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
const defaultPaths = [
  ...['/', '/shop', '/products', '/blogs', '/blog/1', '/products/comet', '/faqs'],
  ...['/brew', '/harvest', '/lots/co-26-sample'],
];
const paths = process.argv.length > 2 ? process.argv.slice(2) : defaultPaths;
// Other load on the machine can disturb a run, so take the median of three.
const RUNS = [1, 2, 3];
const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
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
  const { categories, audits } = median(RUNS.map(() => runLighthouse(shop.url + path)));
  const scores = Object.entries(targets).map(([name, target]) => ({
    name,
    target,
    score: Math.round((categories[name]?.score ?? 0) * 100),
  }));
  const low = scores.filter(({ score, target }) => score < target);
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

/** Retries when the browser trace is incomplete, which happens now and then. */
function runLighthouse(url: string, attempts = 3): Report {
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
  return report.runtimeError && attempts > 1 ? runLighthouse(url, attempts - 1) : report;
}

function median(reports: Report[]): Report {
  const speed = ({ categories }: Report) => categories.performance?.score ?? 0;
  const sorted = reports.toSorted((a, b) => speed(a) - speed(b));
  const [middle] = sorted.slice(Math.floor(sorted.length / 2));
  if (!middle) throw new Error('There are no reports.');
  return middle;
}
