// Runs all tests or some of them, and ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBuilt } from './build.ts';
import { startPostgres } from './postgres-server.ts';
import { ensureHeadlessChromium } from './system-deps.ts';

type Count = { passed: number; failed: number };

const results = 'test-results';
const parts: Record<string, (() => Promise<Count> | Count)[]> = {
  check: [checks],
  app: [appTests, killTest, killAlerts],
  e2e: [e2eTests],
  browsers: [browserJourneys],
};
parts.everything = [...(parts.check ?? []), ...(parts.app ?? []), ...(parts.e2e ?? []), ...(parts.browsers ?? [])];

const [part = 'everything', ...rest] = process.argv.slice(2);
const total: Count = { passed: 0, failed: 0 };
rmSync(results, { recursive: true, force: true });
mkdirSync(results);
for (const run of parts[part] ?? []) {
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function checks(): Count {
  return sum([
    step('format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
    step('types', 'node_modules/typescript/bin/tsc'),
    step('imports', 'scripts/check-imports.ts'),
    step('packages', 'scripts/audit-deps.ts'),
  ]);
}

async function appTests(): Promise<Count> {
  ensureBuilt();
  const postgres = await startPostgres();
  const report = `${results}/app.json`;
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest];
  const ok = node(['node_modules/vitest/vitest.mjs', ...args], { TEST_POSTGRES_URL: postgres.url });
  await postgres.stop();
  const { numPassedTests, numFailedTests } = readJson(report, { numPassedTests: 0, numFailedTests: 0 });
  return toCount(numPassedTests, numFailedTests, ok);
}

function killTest(): Count {
  return step('kill -9 during writes, short run', 'stress/kill/kill-test.ts', '8');
}

function killAlerts(): Count {
  return step('kill -9 while alerts go out, short run', 'stress/kill/alerts.ts', '3', 'sqlite');
}

function e2eTests(): Count {
  ensureBuilt();
  const report = `${results}/e2e.json`;
  const ok = node(['node_modules/@playwright/test/cli.js', 'test', ...rest], {
    CHROMIUM: ensureHeadlessChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { stats } = readJson(report, { stats: { expected: 0, unexpected: 0, flaky: 0 } });
  if (stats.flaky > 0) console.log(`\n${stats.flaky} passed only on the second try: see 'flaky' above.`);
  return toCount(stats.expected + stats.flaky, stats.unexpected, ok);
}

/** Firefox and WebKit, where they are installed. */
function browserJourneys(): Count {
  return step('main journeys in other browsers', 'e2e/browsers/run-browsers.ts');
}

function step(title: string, ...args: string[]): Count {
  console.log(`\n== ${title}`);
  return node(args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A run that failed without naming a test, or ran none, counts as one failure. */
function toCount(passed: number, failed: number, ok: boolean): Count {
  return { passed, failed: ok && passed > 0 ? failed : Math.max(1, failed) };
}

function sum(counts: Count[]): Count {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
}

function node(args: string[], env: Record<string, string> = {}): boolean {
  return spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function readJson<T>(file: string, fallback: T): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return fallback;
  }
}
