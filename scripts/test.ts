// Runs all tests or some of them, and ends with one line: N passed, N failed. Before it, a log
// repeats how the output of each failed run ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { ensureBuilt } from './build.ts';
import { startPostgres } from './postgres-server.ts';
import {
  ensureCaddy,
  ensureHaproxy,
  ensureHeadlessChromium,
  ensureNginx,
  ensurePgBouncer,
  ensurePostgres,
} from './system-deps.ts';

type Count = { passed: number; failed: number };

const results = 'test-results';
const REPEATED_LINES = 80;
const parts: Record<string, (() => Promise<Count>)[]> = {
  check: [checks],
  app: [appTests, killTests],
  e2e: [e2eTests],
  browsers: [browserJourneys],
  // The kill tests wait a lot, and so do the journeys.
  everything: [checks, appTests, e2eTests, async () => sum(await Promise.all([killTests(), browserJourneys()]))],
};

const [part = 'everything', ...rest] = process.argv.slice(2);
const total: Count = { passed: 0, failed: 0 };
const failures: { title: string; output: string }[] = [];
rmSync(results, { recursive: true, force: true });
mkdirSync(results);
for (const run of parts[part] ?? []) {
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
}
for (const { title, output } of failures) {
  console.log(`\n== Failed: ${title}. The end of its output:\n`);
  console.log(output.trimEnd().split('\n').slice(-REPEATED_LINES).join('\n'));
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function checks(): Promise<Count> {
  return sum(
    await Promise.all([
      step('format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
      step('types', 'node_modules/typescript/bin/tsc'),
      step('imports', 'scripts/check-imports.ts'),
      step('packages', 'scripts/audit-deps.ts'),
    ]),
  );
}

async function appTests(): Promise<Count> {
  ensureBuilt();
  // Here, because tests run at the same time, and packages cannot be installed at the same time.
  for (const ensure of [ensurePostgres, ensurePgBouncer, ensureHaproxy, ensureCaddy, ensureNginx]) ensure();
  const postgres = await startPostgres();
  const report = `${results}/app.json`;
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest];
  const ok = await node('unit and API tests', ['node_modules/vitest/vitest.mjs', ...args], {
    TEST_POSTGRES_URL: postgres.url,
  });
  await postgres.stop();
  const { numPassedTests, numFailedTests } = readJson(report, { numPassedTests: 0, numFailedTests: 0 });
  return toCount(numPassedTests, numFailedTests, ok);
}

/** At the same time: each waits a lot for its shop to start again. */
async function killTests(): Promise<Count> {
  return sum(
    await Promise.all([
      step('kill -9 during writes, short run', 'stress/kill/kill-test.ts', '8'),
      step('kill -9 while alerts go out, short run', 'stress/kill/alerts.ts', '3', 'sqlite'),
    ]),
  );
}

async function e2eTests(): Promise<Count> {
  ensureBuilt();
  const report = `${results}/e2e.json`;
  const ok = await node('browser tests', ['node_modules/@playwright/test/cli.js', 'test', ...rest], {
    CHROMIUM: ensureHeadlessChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { stats } = readJson(report, { stats: { expected: 0, unexpected: 0, flaky: 0 } });
  if (stats.flaky > 0) console.log(`\n${stats.flaky} passed only on the second try: see 'flaky' above.`);
  return toCount(stats.expected + stats.flaky, stats.unexpected, ok);
}

/** Firefox and WebKit, where they are installed. */
function browserJourneys(): Promise<Count> {
  return step('main journeys in other browsers', 'e2e/browsers/run-browsers.ts');
}

async function step(title: string, ...args: string[]): Promise<Count> {
  console.log(`\n== ${title}`);
  return (await node(title, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A run that failed without naming a test, or ran none, counts as one failure. */
function toCount(passed: number, failed: number, ok: boolean): Count {
  return { passed, failed: ok && passed > 0 ? failed : Math.max(1, failed) };
}

function sum(counts: Count[]): Count {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
}

async function node(title: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  // A terminal shows progress better than a pipe can, and can be scrolled back.
  const stdio = process.stdout.isTTY ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, args, { stdio: ['inherit', stdio, stdio], env: { ...process.env, ...env } });
  let output = '';
  const copy = (text: string, to: NodeJS.WriteStream) => {
    to.write(text);
    output += text;
  };
  child.stdout?.setEncoding('utf8').on('data', (text) => copy(text, process.stdout));
  child.stderr?.setEncoding('utf8').on('data', (text) => copy(text, process.stderr));
  const closed = once(child, 'close');
  const [status] = await once(child, 'exit');
  // A process left over by the run would keep the pipe open.
  await Promise.race([closed, setTimeout(2000)]);
  if (status !== 0 && output) failures.push({ title, output });
  return status === 0;
}

function readJson<T>(file: string, fallback: T): T {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return fallback;
  }
}
