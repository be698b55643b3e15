// PgBouncer in front of a PostgreSQL server, for tests: on a free loopback port, with one database for each way to pool.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { end, newServerFolder, serverUser, waitUntilReady } from './postgres-server.ts';
import { ensurePgBouncer } from './system-deps.ts';

/** `pools` are the settings of each database by its name: 'pool_mode=session pool_size=20'. */
export async function startPgBouncer(databaseUrl: string, pools: Record<string, string>) {
  const { hostname, port: serverPort, pathname, username } = new URL(databaseUrl);
  const target = `host=${hostname} port=${serverPort} dbname=${pathname.slice(1)} user=${username}`;
  const port = await freePort();
  const folder = newServerFolder();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      ...Object.entries(pools).map(([name, pool]) => `${name} = ${target} ${pool}`),
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      // Spreads the clients over all connections.
      'server_round_robin = 1',
    ].join('\n'),
  );
  const urlOf = (name: string) => `postgres://${username}@127.0.0.1:${port}/${name}`;
  let bouncer = await launch();
  return {
    urlOf,
    /** Cuts all connections. */
    async restart() {
      await end(bouncer, 'SIGKILL');
      bouncer = await launch();
    },
    async stop() {
      await end(bouncer, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  async function launch(): Promise<ChildProcess> {
    // Refuses to run as root, as PostgreSQL does.
    const launched = spawn(ensurePgBouncer(), [settings], { ...serverUser(), cwd: folder, stdio: 'ignore' });
    await waitUntilReady(urlOf(Object.keys(pools)[0] ?? ''), launched);
    return launched;
  }
}
