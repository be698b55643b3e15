// Builds the web files (pictures, bundles, compressed copies) and the server bundle. Each is skipped if its inputs are unchanged.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const webInputs = [
  'web',
  'contracts',
  'content',
  'server/media',
  'docs/owner-guide.md',
  'docs/images/guide',
  'scripts/encode-pictures.ts',
  'scripts/guide-html.ts',
  'scripts/progress.ts',
  'scripts/check-content.ts',
  'scripts/build.ts',
  'vite.config.ts',
  'package-lock.json',
];
const shopInputs = ['server', 'contracts', 'content', 'vite.shop.config.ts', 'package-lock.json'];

export function ensureBuilt(): void {
  ensure('dist/built', webInputs, buildWeb);
  ensure('dist/built-shop', shopInputs, buildShop);
}

function ensure(stampFile: string, inputs: string[], build: () => void): void {
  const stamp = stampOf(inputs);
  if (readIfThere(stampFile) === stamp) return;
  rmSync(stampFile, { force: true });
  build();
  writeFileSync(stampFile, stamp);
}

function buildWeb(): void {
  run('scripts/check-content.ts');
  run('scripts/encode-pictures.ts');
  console.log('Building the web files');
  vite('--app');
  compressFiles('dist/client/assets');
}

function buildShop(): void {
  console.log('Building the server');
  vite('--config', 'vite.shop.config.ts');
}

function vite(...args: string[]): void {
  run('node_modules/vite/bin/vite.js', 'build', ...args, '--configLoader', 'native', '--logLevel', 'warn');
}

if (import.meta.main) ensureBuilt();

function run(...args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) {
    console.error('The build failed. See the error above.');
    process.exit(1);
  }
}

function compressFiles(folder: string) {
  for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

function stampOf(paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
      : [path];
    for (const file of files.sort()) {
      const { size, mtimeMs } = statSync(file);
      if (!file.includes('.test.')) hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
