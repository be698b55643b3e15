// A PostgreSQL primary with a synchronous standby, for tests of a failover: either can take the other's place.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { end, initialize, launch, newServerFolder, runTool, urlOf } from './postgres-server.ts';

type Member = { folder: string; port: number; server: ChildProcess };

export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;

/** `settings` are of both servers. */
export async function startPostgresPair(settings: string[] = []) {
  const [first, second] = [await freePort(), await freePort()];
  const folder = newServerFolder();
  await initialize(folder);
  let primary: Member = { folder, port: first, server: await launch(folder, first, settings) };
  let other = await addStandby(newServerFolder(), second);
  return {
    /** Names both, as DATABASE_URL does. */
    url: `postgres://farm@127.0.0.1:${first},127.0.0.1:${second}/postgres?target_session_attrs=read-write`,
    primaryPort: () => primary.port,
    otherUrl: () => urlOf(other.port),
    onPrimary: (statement: string) => queryAt(primary.port, statement),
    killPrimary: () => killAtOnce(primary),
    async promoteStandby() {
      await runTool('pg_ctl', 'promote', '-D', other.folder, '-w');
      [primary, other] = [other, primary];
    },
    /** As it does after a power cut, with nobody to tell it that it was replaced. */
    async startOldPrimary() {
      other.server = await launch(other.folder, other.port, settings);
    },
    async replaceOldPrimary() {
      await remove(other);
      other = await addStandby(newServerFolder(), other.port);
    },
    async stop() {
      await remove(other);
      await remove(primary);
    },
  };

  async function addStandby(folder: string, port: number): Promise<Member> {
    await runTool('pg_basebackup', '-D', folder, '-d', urlOf(primary.port), '-R', '-c', 'fast', '--no-sync');
    // Copied from the primary. Once promoted, it must not wait for a standby that it does not have.
    appendFileSync(join(folder, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n");
    const server = await launch(folder, port, settings);
    await queryAt(primary.port, "alter system set synchronous_standby_names = '*'");
    await queryAt(primary.port, 'select pg_reload_conf()');
    for (;;) {
      const { rowCount } = await queryAt(primary.port, "select from pg_stat_replication where sync_state = 'sync'");
      if (rowCount) return { folder, port, server };
      await sleep(50);
    }
  }
}

async function queryAt(port: number, statement: string) {
  const client = new pg.Client({ connectionString: urlOf(port) });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}

/** Like a power cut: the server's processes are in no common group, and those that survive it would finish their work. */
async function killAtOnce({ server }: Member): Promise<void> {
  const pid = Number(server.pid);
  process.kill(pid, 'SIGSTOP');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  for (const child of children) process.kill(Number(child), 'SIGKILL');
  await end(server, 'SIGKILL');
}

async function remove({ folder, server }: Member): Promise<void> {
  await end(server, 'SIGINT');
  // A killed server leaves its lock: a file, and a piece of shared memory whose id is in the file.
  const lock = join(folder, 'postmaster.pid');
  const memory = existsSync(lock) && readFileSync(lock, 'utf8').split('\n')[6]?.trim().split(/\s+/)[1];
  if (memory) spawnSync('ipcrm', ['-m', memory]);
  rmSync(folder, { recursive: true, force: true });
}
