// A PostgreSQL server for tests: in its own folder, on a free loopback port, deleted afterwards.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { ensurePostgres } from './system-deps.ts';

export type PostgresServer = { url: string; restart(): Promise<void>; stop(): Promise<void> };

export async function startPostgres(within = tmpdir()): Promise<PostgresServer> {
  const folder = newServerFolder(within);
  await initialize(folder);
  const port = await freePort();
  let server = await launch(folder, port, ['fsync=off']);
  return {
    url: urlOf(port),
    /** Like a crash: connections are cut, and what was committed is recovered. */
    async restart() {
      await end(server, 'SIGQUIT');
      server = await launch(folder, port, ['fsync=off']);
    },
    async stop() {
      // Disconnects clients and stops.
      await end(server, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const urlOf = (port: number) => `postgres://farm@127.0.0.1:${port}/postgres`;

export function newServerFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, 'postgres-'));
  const { uid, gid } = serverUser();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

export async function initialize(folder: string): Promise<void> {
  await runTool('initdb', '-D', folder, '-U', 'farm', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
}

/** Runs one of PostgreSQL's own commands. */
export async function runTool(name: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(join(ensurePostgres(), name), args, { ...serverUser(), cwd: tmpdir() });
}

export async function launch(folder: string, port: number, extraSettings: string[] = []): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    ...extraSettings,
  ];
  // Log to a file: this process may be blocked on the tests, and a full pipe would stall the server.
  const log = join(folder, 'server.log');
  const args = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(ensurePostgres(), 'postgres'), args, {
    ...serverUser(),
    cwd: folder,
    stdio: ['ignore', 'ignore', openSync(log, 'a')],
  });
  await waitUntilReady(urlOf(port), server).catch(() => {
    throw new Error(`PostgreSQL did not start: ${readFileSync(log, 'utf8')}`);
  });
  return server;
}

export async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await exited;
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
export function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

export async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
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
  throw new Error(`${url} does not respond.`);
}
