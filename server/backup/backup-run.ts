// The backup being made, as every instance and the page see it. One at a time: the instance that makes it holds a lease and renews it.
// If its process dies, the lease runs out.
import { z } from 'zod';
import { type BackupProgress, type BackupRun, backupSteps } from '#contracts/backups.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import {
  BACKUP_RUN,
  findState,
  getOrCreateState,
  LAST_BACKUP,
  replaceState,
  setState,
} from '#server/database/shop-state.store.ts';

const LEASE_MS = 60_000;
const RENEW_MS = 1000;
const INTERRUPTED = 'It was interrupted: the shop stopped or was restarted.';

const Stored = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('running'),
    started_at: z.string(),
    leased_until: z.string(),
    step: z.enum(backupSteps),
    done: z.int(),
    total: z.int(),
  }),
  z.object({ state: z.literal('failed'), started_at: z.string(), reason: z.string() }),
]);
type Stored = z.output<typeof Stored>;

export type Run = Awaited<ReturnType<typeof claimRun>>;
type Deps = { database: Database; now: Clock };

export async function findRun({ database, now }: Deps): Promise<BackupRun | null> {
  const run = parse(await findState(database.db, BACKUP_RUN));
  if (run?.state !== 'running') return run ?? null;
  const { leased_until, ...shown } = run;
  return leased_until > now().toISOString()
    ? shown
    : { state: 'failed', started_at: run.started_at, reason: INTERRUPTED };
}

/** For a transaction that must not happen during a backup: if this is false, none starts before the transaction ends. */
export async function isBackupRunning(tx: Db, now: Clock): Promise<boolean> {
  const current = await getOrCreateState(tx, BACKUP_RUN, '');
  // The update locks the row that a new run must change.
  const unchanged = await replaceState(tx, { name: BACKUP_RUN, from: current, to: current });
  return !unchanged || isLeased(current, now);
}

/** Undefined if a backup is being made, here or by another process. */
export async function claimRun({ database, now }: Deps) {
  const startedAt = now();
  let progress: BackupProgress = { step: 'rows', done: 0, total: 0 };
  let stored = running();
  const claimed = await database.transaction([], async (tx) => {
    const current = await getOrCreateState(tx, BACKUP_RUN, '');
    return !isLeased(current, now) && (await replaceState(tx, { name: BACKUP_RUN, from: current, to: stored }));
  });
  return claimed ? { startedAt, keepUpdated, finish, fail } : undefined;

  function running(): string {
    const leased_until = new Date(now().getTime() + LEASE_MS).toISOString();
    return write({ state: 'running', started_at: startedAt.toISOString(), leased_until, ...progress });
  }

  /** Renews the lease and publishes the progress until `work` is done. */
  async function keepUpdated<T>(work: (onProgress: (progress: BackupProgress) => void) => Promise<T>): Promise<T> {
    let writing: Promise<unknown> = Promise.resolve();
    const timer = setInterval(() => {
      // A failed write is made up for by the next one.
      writing = writing.then(() => replace(running())).catch(() => {});
    }, RENEW_MS);
    try {
      return await work((latest) => {
        progress = latest;
      });
    } finally {
      clearInterval(timer);
      await writing;
    }
  }

  /** `also` is recorded in the same transaction. */
  async function finish(also: (tx: Db) => Promise<void> = async () => {}): Promise<void> {
    await replace('', async (tx) => {
      await setState(tx, LAST_BACKUP, startedAt.toISOString());
      await also(tx);
    });
  }

  async function fail(reason: string): Promise<void> {
    await replace(write({ state: 'failed', started_at: startedAt.toISOString(), reason }));
  }

  /** Does nothing to the run of another process, which may have taken over while this one was suspended. */
  async function replace(to: string, also: (tx: Db) => Promise<void> = async () => {}): Promise<void> {
    await database.transaction([], async (tx) => {
      await replaceState(tx, { name: BACKUP_RUN, from: stored, to });
      await also(tx);
    });
    stored = to;
  }
}

const isLeased = (text: string | undefined, now: Clock): boolean => {
  const run = parse(text);
  return run?.state === 'running' && run.leased_until > now().toISOString();
};

const write = (run: Stored): string => JSON.stringify(run);

const parse = (text: string | undefined): Stored | undefined => (text ? Stored.parse(JSON.parse(text)) : undefined);
