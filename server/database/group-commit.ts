// A disk confirms some hundred commits a second, and SQLite asks it once per commit. Changes that wait at the same time
// share one: each is undone by itself if it fails, and none is acknowledged before all of them are on the disk.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Db, Tables } from './schema.ts';

export type Commit = <T>(work: (tx: Db) => Promise<T>) => Promise<T>;

type QueuedChange = {
  /** Answers with the way to acknowledge it. */
  run(tx: Db): Promise<() => void>;
  reject(error: unknown): void;
};

const MAX_BATCH = 32;

export function groupCommits(db: Kysely<Tables>): Commit {
  const waiting: QueuedChange[] = [];
  let busy = false;

  return (work) =>
    new Promise((resolve, refuse) => {
      const run = async (tx: Db) => {
        const result = await work(tx);
        return () => resolve(result);
      };
      waiting.push({ run, reject: refuse });
      if (!busy) void commitWaiting();
    });

  async function commitWaiting(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      // SQLite answers at once and never gives way by itself: without this pages would wait until all buyers are served.
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
        .execute((tx) => (only && changes.length === 1 ? only.run(tx).then((each) => [each]) : runEach(tx, changes)));
      for (const acknowledge of done) acknowledge();
    } catch (error) {
      for (const { reject } of changes) reject(error);
    }
  }
}

const savepoint = CompiledQuery.raw('savepoint one');
const rollback = CompiledQuery.raw('rollback to one');
const release = CompiledQuery.raw('release one');

async function runEach(tx: Db, changes: QueuedChange[]): Promise<(() => void)[]> {
  const done: (() => void)[] = [];
  for (const { run, reject } of changes) {
    await tx.executeQuery(savepoint);
    try {
      done.push(await run(tx));
    } catch (error) {
      // Where even this fails, as on a full disk, the transaction is gone, and all of them are refused.
      await tx.executeQuery(rollback).catch(() => Promise.reject(error));
      reject(error);
    }
    await tx.executeQuery(release);
    // Pages go out in between.
    await yieldToEventLoop();
  }
  return done;
}
