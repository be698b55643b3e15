// Load balancers in front of instances of the shop: the real programs, with the files in deploy/.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { ensureCaddy, ensureHaproxy } from './system-deps.ts';

export const balancerKinds = ['haproxy', 'caddy'] as const;
export type BalancerKind = (typeof balancerKinds)[number];

export type Balancer = {
  url: string;
  /** The certificate to trust, if it is not known to everyone. */
  ca: string | undefined;
  pid: number;
  stop(): Promise<void>;
};

type Options = {
  /** Host and port of each. */
  instances: string[];
  /** Otherwise as often as the file says. */
  checkInterval?: string | undefined;
  /** Where Caddy finds the pictures. */
  dataDir?: string;
};
type Program = { command: string; args: string[]; env: Record<string, string>; url: string; ca?: string };

export async function startBalancer(kind: BalancerKind, options: Options): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), `${kind}-`));
  const [port, otherPort] = [await freePort(), await freePort()];
  const program = (kind === 'haproxy' ? haproxy : caddy)({ folder, port, otherPort }, options.instances);
  const { checkInterval, dataDir = '/nowhere' } = options;
  const child = spawn(program.command, program.args, {
    env: {
      ...process.env,
      ...program.env,
      DATA_DIR: dataDir,
      ...(checkInterval && { CHECK_INTERVAL: checkInterval }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${kind} did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: program.url,
    ca: program.ca,
    pid: child.pid ?? 0,
    async stop() {
      kill();
      await exited;
      process.off('exit', kill);
      rmSync(folder, { recursive: true });
    },
  };
}

type Place = { folder: string; port: number; otherPort: number };

function haproxy({ folder, port, otherPort }: Place, [first = '', second = '']: string[]): Program {
  const { uid, username } = userInfo();
  const ca = writeCertificate(folder);
  return {
    command: ensureHaproxy(),
    args: ['-db', '-f', 'deploy/haproxy.cfg'],
    env: {
      HTTP_ADDRESS: `127.0.0.1:${otherPort}`,
      HTTPS_ADDRESS: `127.0.0.1:${port}`,
      CERTIFICATE: join(folder, 'site.pem'),
      SHOP_1: first,
      SHOP_2: second,
      // Only root can become another user.
      ...(uid !== 0 && { HAPROXY_USER: username, HAPROXY_GROUP: groupName() }),
    },
    url: `https://127.0.0.1:${port}`,
    ca,
  };
}

/** Without TLS: its certificates come from an authority that is not reachable here. */
function caddy({ folder, port, otherPort }: Place, instances: string[]): Program {
  return {
    command: ensureCaddy(),
    args: ['run', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'],
    env: {
      SITE_HOST: `http://127.0.0.1:${port}`,
      CADDY_ADMIN: `127.0.0.1:${otherPort}`,
      INSTANCES: instances.join(' '),
      // It keeps its own files there.
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
    url: `http://127.0.0.1:${port}`,
  };
}

/** Certificate and key in one file, as HAProxy reads them. */
function writeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  const ca = readFileSync(certificate, 'utf8');
  writeFileSync(join(folder, 'site.pem'), ca + readFileSync(key, 'utf8'), { mode: 0o600 });
  return ca;
}

const groupName = (): string => spawnSync('id', ['-gn'], { encoding: 'utf8' }).stdout.trim();

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
