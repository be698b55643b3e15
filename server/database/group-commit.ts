// A disk can sync a few hundred times a second, and SQLite syncs once per commit. Transactions that queue up at the same
// time share one commit: each rolls back alone if it fails, and none is acknowledged before all are on disk.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CompiledQuery, type Dialect, type Kysely } from 'kysely';
import type { Db, Tables } from './schema.ts';
import { withOwnHandle } from './transaction-handle.ts';

export type Commit = <T>(work: (tx: Db) => Promise<T>) => Promise<T>;

type QueuedChange = {
  /** Resolves to the function that acknowledges it. */
  run(tx: Db): Promise<() => void>;
  reject(error: unknown): void;
};

const MAX_BATCH = 32;

export function groupCommits(db: Kysely<Tables>, dialect: Dialect): Commit {
  const waiting: QueuedChange[] = [];
  let busy = false;

  return (work) =>
    new Promise((resolve, reject) => {
      const run = async (tx: Db) => {
        const result = await work(tx);
        return () => resolve(result);
      };
      waiting.push({ run, reject });
      if (!busy) void commitWaiting();
    });

  async function commitWaiting(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      // SQLite calls are synchronous: without this, pages would wait until every order is committed.
      await yieldToEventLoop();
      await commitTogether(waiting.splice(0, MAX_BATCH));
    }
    busy = false;
  }

  async function commitTogether(changes: QueuedChange[]): Promise<void> {
    try {
      const [only] = changes;
      const done = await db
        .transaction()
        .execute((tx) =>
          only && changes.length === 1 ? only.run(tx).then((each) => [each]) : runEach(tx, dialect, changes),
        );
      for (const acknowledge of done) acknowledge();
    } catch (error) {
      for (const { reject } of changes) reject(error);
    }
  }
}

const savepoint = CompiledQuery.raw('savepoint change');
const rollback = CompiledQuery.raw('rollback to change');
const release = CompiledQuery.raw('release change');

async function runEach(tx: Db, dialect: Dialect, changes: QueuedChange[]): Promise<(() => void)[]> {
  const done: (() => void)[] = [];
  for (const { run, reject } of changes) {
    await tx.executeQuery(savepoint);
    try {
      done.push(await withOwnHandle(tx, dialect, run));
    } catch (error) {
      // If even the rollback fails, as on a full disk, the transaction is gone and every change in the batch is rejected.
      await tx.executeQuery(rollback).catch(() => Promise.reject(error));
      reject(error);
    }
    await tx.executeQuery(release);
    // Let pages be served in between.
    await yieldToEventLoop();
  }
  return done;
}
