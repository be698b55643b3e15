// Starts the process that makes a backup, and waits for it.
import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import type { BackupProgress } from '#contracts/backups.ts';
import type { Config } from '#server/config.ts';

/** Relative to the project, like everything the shop reads. */
const SCRIPT = 'server/backup-process.ts';
/** A process that says nothing for so long hangs. */
const SILENCE_MS = 5 * 60_000;
const STOP_CHECK_MS = 200;

export type Order = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'> & { file: string; at: string };
export type Report =
  | { progress: BackupProgress }
  | { bytes: number }
  | { failure: { message: string; code: string | undefined } };

type Watch = { onProgress(progress: BackupProgress): void; isStopping(): boolean };

export class BackupInterrupted extends Error {}

/** Returns the size of the file. */
export async function backUpInChild(order: Order, { onProgress, isStopping }: Watch): Promise<number> {
  const child = fork(SCRIPT, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const kill = () => void child.kill('SIGKILL');
  const silence = setTimeout(kill, SILENCE_MS);
  const stopCheck = setInterval(() => isStopping() && kill(), STOP_CHECK_MS);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('error', reject);
      child.once('exit', () => reject(new BackupInterrupted('The process that makes the backup was ended.')));
      child.on('message', (report: Report) => {
        silence.refresh();
        if ('progress' in report) onProgress(report.progress);
        else if ('bytes' in report) resolve(report.bytes);
        else reject(Object.assign(new Error(report.failure.message), { code: report.failure.code }));
      });
      child.send(order);
    });
  } catch (error) {
    await rm(`${order.file}.part`, { force: true });
    throw error;
  } finally {
    clearTimeout(silence);
    clearInterval(stopCheck);
    kill();
  }
}
