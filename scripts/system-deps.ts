// What the tests need besides Node: a browser, a PostgreSQL server, PgBouncer and web servers. If missing, they are installed
// from Debian packages where the user has permission; nothing is downloaded from anywhere else.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lets Chromium run as root, and keeps it from contacting anything but the shop. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The WebUI of the address bar costs half a second of CPU per window. The rest is Playwright's own list plus features that
  // affect what is tested here: if the flag is given twice, only the last one counts.
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'PaintHolding',
    'LensOverlay',
    'MediaRouter',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'PreconnectToSearch',
  ].join()}`,
];

/** Chromium as people use it. */
export function ensureChromium(): string {
  return findOrInstall(chromiumPath, 'chromium', 'Chromium');
}

/** Chromium without a window: the same pages for a third less computing time. */
export function ensureHeadlessChromium(): string {
  const shell = () => firstExisting('/usr/bin/chromium-headless-shell');
  return (
    process.env.CHROMIUM ?? shell() ?? (install('chromium-headless-shell') ? shell() : undefined) ?? ensureChromium()
  );
}

/** The folder with initdb and postgres. */
export function ensurePostgres(): string {
  return findOrInstall(postgresFolder, 'postgresql', 'a PostgreSQL server');
}

export function ensurePgBouncer(): string {
  return findOrInstall(() => firstExisting('/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'), 'pgbouncer', 'PgBouncer');
}

export function ensureHaproxy(): string {
  return findOrInstall(() => firstExisting('/usr/sbin/haproxy', '/usr/local/sbin/haproxy'), 'haproxy', 'HAProxy');
}

export const findCaddy = () => firstExisting('/usr/bin/caddy', '/usr/local/bin/caddy');

export function ensureCaddy(): string {
  return findOrInstall(findCaddy, 'caddy', 'Caddy');
}

export function ensureNginx(): string {
  return findOrInstall(() => firstExisting('/usr/sbin/nginx', '/usr/local/sbin/nginx'), 'nginx-light', 'nginx');
}

/** OpenStack Swift, object storage that speaks S3; memcached keeps its logins. */
export function ensureSwift(): void {
  const packages = 'swift-proxy swift-account swift-container swift-object memcached';
  const programs = ['swift-ring-builder', 'swift-proxy-server', 'swift-object-server', 'memcached'];
  const find = () => (programs.every((name) => existsSync(`/usr/bin/${name}`)) ? '/usr/bin' : undefined);
  findOrInstall(find, packages, 'OpenStack Swift and memcached');
}

/** Other browsers are used if they are there, but never installed: together they take half a gigabyte. */
export function findFirefox(): string | undefined {
  return firstExisting('/usr/bin/firefox-esr', '/usr/bin/firefox');
}

export function findWebKit(): { driver: string; miniBrowser: string; display: string } | undefined {
  const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];
  const driver = firstExisting('/usr/bin/WebKitWebDriver');
  const miniBrowser = firstExisting(...libraries.map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`));
  const display = firstExisting('/usr/bin/Xvfb');
  return driver && miniBrowser && display ? { driver, miniBrowser, display } : undefined;
}

const firstExisting = (...paths: string[]) => paths.find((path) => existsSync(path));

function findOrInstall(find: () => string | undefined, debianPackages: string, label: string): string {
  const path = find() ?? (install(debianPackages) ? find() : undefined);
  if (path) return path;
  console.error(`The tests need ${label}. Install it first, for example with: sudo apt-get install ${debianPackages}`);
  process.exit(1);
}

function chromiumPath(): string | undefined {
  const configured = process.env.CHROMIUM;
  return [configured, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
}

function postgresFolder(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

let listIsNew = false;

/** One or several, separated by spaces. */
function install(debianPackages: string): boolean {
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  const root = process.getuid?.() === 0;
  if (!root && spawnSync('sudo', ['-n', 'true']).status !== 0) return false;
  console.log(`Installing from Debian: ${debianPackages} ...`);
  // Don't start the packaged server: the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args: string[]) =>
    spawnSync(root ? 'apt-get' : 'sudo', [...(root ? [] : ['-n', 'apt-get']), ...args], { env, encoding: 'utf8' });
  // An old list has old packages, such as last summer's browser. Without a network, what it has must do.
  if (!listIsNew) apt('update', '-qq');
  listIsNew = true;
  const { status, stderr } = apt('install', '-y', '-qq', '--no-install-recommends', ...debianPackages.split(' '));
  if (status !== 0) console.error(stderr);
  return status === 0;
}
