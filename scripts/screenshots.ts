// Pictures of every page and state, compared with the last accepted ones: npm run screenshots
//   npm run screenshots -- home product   only scenes whose names contain one of these words
//   npm run screenshots -- accept         take the pictures as they are now for the next comparison
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { ensureBuilt } from './build.ts';
import { openSampleShop } from './sample-shop.ts';
import { ensureChromium } from './system-deps.ts';

const FOLDER = 'screenshots';
const args = process.argv.slice(2);
const accepts = args.includes('accept');
const words = args.filter((arg) => arg !== 'accept');

ensureBuilt();
mkdirSync(FOLDER, { recursive: true });
const { close, ...shop } = await openSampleShop();
const file = `${FOLDER}/shop.json`;
writeFileSync(file, JSON.stringify(shop));
const failed = await takeScreenshots();
await close();
console.log(
  failed
    ? `Some pictures changed. Open ${FOLDER}/report/index.html; if they are right: npm run screenshots -- accept`
    : `The accepted pictures are in ${FOLDER}/accepted.`,
);
process.exit(failed ? 1 : 0);

function takeScreenshots(): Promise<boolean> {
  const playwright = spawn(
    process.execPath,
    [
      ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'playwright.screenshots.config.ts'],
      ...['--update-snapshots', accepts ? 'changed' : 'missing'],
      ...(words.length > 0 ? ['--grep', words.join('|')] : []),
    ],
    { stdio: 'inherit', env: { ...process.env, CHROMIUM: ensureChromium(), SAMPLE_SHOP: file } },
  );
  return new Promise((resolve) => playwright.once('exit', (code) => resolve(code !== 0)));
}
