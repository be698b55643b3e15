// Backups from the back office: make one, list them, download one.
import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Person } from '#contracts/accounts.ts';
import type { AuditWriter } from '#server/audit/audit.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { findState, LAST_BACKUP } from '#server/database/shop-state.store.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { BackupInterrupted, backUpInChild } from './backup-child.ts';
import { backupFileName, findBackup, listBackups, prepareBackupFolder } from './backup-files.ts';
import { claimRun, findRun, type Run } from './backup-run.ts';

export type Backups = ReturnType<typeof createBackups>;

type Deps = {
  database: Database;
  config: Pick<Config, 'backupDir' | 'dataDir' | 'databaseUrl' | 's3'>;
  audit: AuditWriter;
  now: Clock;
  jobs: Jobs;
  report(error: Error, what: string): void;
};

const LISTED = 30;
const JOB = 'backup';

export function createBackups({ database, config, audit, now, jobs, report }: Deps) {
  const folder = resolve(config.backupDir);
  let claimed: { run: NonNullable<Run>; actor: Person } | undefined;
  // A job, so that closing the shop waits for it. There is something to do only after `start`.
  jobs.add({ name: JOB, seconds: 3600, run: makeClaimed });
  return { list, start, open, latestBackup };

  async function list() {
    const [files, run, latest] = await Promise.all([listBackups(folder), findRun({ database, now }), latestBackup()]);
    return { data: files.slice(0, LISTED), folder, last_backup_at: latest?.at.toISOString() ?? null, run };
  }

  async function start(actor: Person) {
    const run = await claimRun({ database, now });
    if (!run) throw conflict('A backup is already being made.');
    claimed = { run, actor };
    jobs.trigger(JOB);
    const started_at = run.startedAt.toISOString();
    return { data: { state: 'running' as const, started_at, step: 'rows' as const, done: 0, total: 0 } };
  }

  /** The content of a backup, for its download. */
  async function open(name: string, actor: Person) {
    const file = await findBackup(folder, name);
    if (!file) throw notFound('Backup not found.');
    await database.transaction([], (tx) =>
      audit.record(tx, { actor, action: 'backup downloaded', subject: file.name }),
    );
    return { ...file, stream: createReadStream(join(folder, file.name)) };
  }

  /** The newest complete backup, made here or by the command, in any folder. */
  async function latestBackup(): Promise<{ at: Date; ageSeconds: number } | undefined> {
    const text = await findState(database.db, LAST_BACKUP);
    if (!text) return undefined;
    const at = new Date(text);
    return { at, ageSeconds: Math.max(0, (now().getTime() - at.getTime()) / 1000) };
  }

  async function makeClaimed(isStopping: () => boolean): Promise<void> {
    const making = claimed;
    claimed = undefined;
    if (!making) return;
    const { run, actor } = making;
    const name = backupFileName(run.startedAt);
    const { dataDir, databaseUrl, s3 } = config;
    try {
      await run.keepUpdated(async (onProgress) => {
        await prepareBackupFolder(folder);
        const order = { file: join(folder, name), at: run.startedAt.toISOString(), dataDir, databaseUrl, s3 };
        await backUpInChild(order, { onProgress, isStopping });
      });
      await run.finish((tx) => audit.record(tx, { actor, action: 'backup made', subject: name }));
    } catch (error) {
      await run.fail(isStopping() ? 'The shop was stopped before it was done.' : reasonOf(error, folder));
      if (!isStopping() && !(error instanceof BackupInterrupted))
        report(error instanceof Error ? error : new Error(String(error)), 'A backup failed.');
    }
  }
}

/** In the owner's words where the cause is known. */
export function reasonOf(error: unknown, folder: string): string {
  const { code, message } = Object(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full. Make room, then try again.';
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) return `The shop can't write to ${folder}.`;
  return String(message || error);
}
