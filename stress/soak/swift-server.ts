// OpenStack Swift with its S3 interface: a real object storage, in its own folder, on free loopback ports, deleted afterwards.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#scripts/free-port.ts';
import { ensureSwift } from '#scripts/system-deps.ts';

const stores = ['account', 'container', 'object'] as const;
const servers = [...stores, 'proxy'] as const;
type Server = (typeof servers)[number];

const START_MS = 60_000;
export const LIST_PAGE = 100;
export const storageKey = { region: 'us-west-1', keyId: 'farm:shop', secret: 'a-secret-of-the-barn' };

export async function startSwift() {
  ensureSwift();
  const folder = mkdtempSync(join(tmpdir(), 'swift-'));
  mkdirSync(join(folder, 'devices/disk'), { recursive: true });
  const memcachedPort = await freePort();
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  const proxyPort = await freePort();
  for (const store of stores) {
    buildRing(folder, store, ports[store]);
    writeFileSync(join(folder, `${store}.conf`), storeSettings(folder, store, ports[store]));
  }
  writeFileSync(join(folder, 'proxy.conf'), proxySettings(folder, proxyPort, memcachedPort));
  const { username } = userInfo();
  const memcached = spawn('memcached', ['-l', '127.0.0.1', '-p', String(memcachedPort), '-u', username], {
    stdio: 'ignore',
  });
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  let running = new Map<Server, ChildProcess>();
  const killAll = () => void [memcached, ...running.values()].map((child) => child.kill('SIGKILL'));
  process.once('exit', killAll);
  await launch();
  return {
    endpoint,
    launch,
    kill,
    /** Leaves its connections open and answers nothing, until it is killed. */
    freeze: (server: Server) => void running.get(server)?.kill('SIGSTOP'),
    async stop() {
      await kill();
      memcached.kill();
      process.off('exit', killAll);
      rmSync(folder, { recursive: true });
    },
  };

  async function launch(): Promise<void> {
    const start = (server: Server) =>
      spawn(`swift-${server}-server`, [join(folder, `${server}.conf`)], { stdio: 'ignore' });
    running = new Map(servers.map((server) => [server, start(server)]));
    const deadline = performance.now() + START_MS;
    const urls = [endpoint, ...Object.values(ports).map((port) => `http://127.0.0.1:${port}`)];
    for (const url of urls)
      while (!(await fetch(url).catch(() => undefined))) {
        if (performance.now() > deadline) throw new Error(`Swift did not start at ${url}.`);
        await sleep(100);
      }
  }

  /** Like a power failure. */
  async function kill(): Promise<void> {
    await Promise.all(
      [...running.values()].map((child) => {
        const exited = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGKILL');
        return exited;
      }),
    );
  }
}

/** Where each part of the data is: all of it on one disk. */
function buildRing(folder: string, store: string, port: number): void {
  const file = join(folder, `${store}.builder`);
  const place = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port)];
  for (const args of [
    ['create', '4', '1', '1'],
    ['add', ...place, '--device', 'disk', '--weight', '1'],
    ['rebalance'],
  ]) {
    const { status, stdout } = spawnSync('swift-ring-builder', [file, ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`swift-ring-builder: ${stdout}`);
  }
}

const commonSettings = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
`;

const storeSettings = (folder: string, store: string, port: number) => `${commonSettings(folder, port)}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${store}-server
[app:${store}-server]
use = egg:swift#${store}
`;

const proxySettings = (folder: string, port: number, memcachedPort: number) => `${commonSettings(folder, port)}
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachedPort}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = ${storageKey.region}
max_bucket_listing = ${LIST_PAGE}
[filter:slo]
use = egg:swift#slo
[filter:tempauth]
use = egg:swift#tempauth
user_${storageKey.keyId.replace(':', '_')} = ${storageKey.secret} .admin
`;
