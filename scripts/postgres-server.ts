// A PostgreSQL server for tests: in its own folder, on a free loopback port, deleted afterwards.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { ensurePostgres } from './system-deps.ts';

export type PostgresServer = { url: string; restart(): Promise<void>; stop(): Promise<void> };

export async function startPostgres(within = tmpdir()): Promise<PostgresServer> {
  const bin = ensurePostgres();
  const folder = mkdtempSync(join(within, 'postgres-'));
  const as = process.getuid?.() === 0 ? serverUser() : {};
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const initialized = spawnSync(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'farm', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    {
      ...as,
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (initialized.status !== 0) throw new Error(`initdb: ${initialized.stderr}`);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'fsync=off',
  ];
  // Log to a file: this process may be blocked on the tests, and a full pipe would stall the server.
  const log = join(folder, 'server.log');
  const url = `postgres://farm@127.0.0.1:${port}/postgres`;
  let server = await launch();
  return {
    url,
    /** Like a crash: connections are cut, and what was committed is recovered. */
    async restart() {
      await end('SIGQUIT');
      server = await launch();
    },
    async stop() {
      // Disconnects clients and stops.
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function launch(): Promise<ChildProcess> {
    const launched = spawn(join(bin, 'postgres'), ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])], {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', openSync(log, 'a')],
    });
    await waitUntilReady(url, launched, log);
    return launched;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exited;
  }
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
function serverUser(): { uid?: number; gid?: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

async function waitUntilReady(url: string, server: ChildProcess, log: string) {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && server.exitCode === null) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  server.kill();
  throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`);
}
