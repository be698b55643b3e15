// What the tests need of the machine besides Node: a browser and a PostgreSQL server. Both come from
// Debian's packages where they are missing and the user may install; nothing is downloaded from elsewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Needed where it runs as root, and so that it speaks to nobody but the shop. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The pages of its own address bar cost half a second of CPU per window. The others are what Playwright
  // switches off, and what has a say over what is tested here: of two such lists the last one counts.
  `--disable-features=${[
    ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
    ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'PaintHolding'],
    ...['LensOverlay', 'MediaRouter', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  ].join()}`,
];

export function ensureChromium(): string {
  return found(chromiumPath, 'chromium', 'Chromium');
}

/** The folder with initdb and postgres. */
export function ensurePostgres(): string {
  return found(postgresFolder, 'postgresql', 'a PostgreSQL server');
}

function found(look: () => string | undefined, debianPackage: string, what: string): string {
  const path = look() ?? (installed(debianPackage) ? look() : undefined);
  if (path) return path;
  console.error(`The tests need ${what}. Install it first, for example with: sudo apt-get install ${debianPackage}`);
  process.exit(1);
}

function chromiumPath(): string | undefined {
  const given = process.env.CHROMIUM;
  return [given, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
}

function postgresFolder(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function installed(debianPackage: string): boolean {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  console.log(`Installing Debian's package ${debianPackage} ...`);
  // A server of its own is not wanted: the tests start theirs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) =>
    spawnSync(root ? 'apt-get' : 'sudo', [...(root ? [] : ['-n', 'apt-get']), ...args], { env, encoding: 'utf8' });
  apt('update', '-qq');
  const { status, stderr } = apt('install', '-y', '-qq', '--no-install-recommends', debianPackage);
  if (status !== 0) console.error(stderr);
  return status === 0;
}
