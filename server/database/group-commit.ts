// A disk confirms some hundred commits a second, and SQLite asks it once per commit. Changes that wait at the same time
// share one: each is undone by itself if it fails, and none is acknowledged before all of them are on the disk.
import { setImmediate as otherWork } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import type { Db, Tables } from './schema.ts';

export type Commit = <T>(work: (tx: Db) => Promise<T>) => Promise<T>;

type Change = {
  /** Answers with the way to acknowledge it. */
  run(tx: Db): Promise<() => void>;
  refuse(error: unknown): void;
};

const MOST_AT_ONCE = 32;

export function groupCommits(db: Kysely<Tables>): Commit {
  const waiting: Change[] = [];
  let busy = false;

  return (work) =>
    new Promise((resolve, refuse) => {
      const run = async (tx: Db) => {
        const result = await work(tx);
        return () => resolve(result);
      };
      waiting.push({ run, refuse });
      if (!busy) void commitWaiting();
    });

  async function commitWaiting(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      // SQLite answers at once and never gives way by itself: without this pages would wait until all buyers are served.
      await otherWork();
      await commitTogether(waiting.splice(0, MOST_AT_ONCE));
    }
    busy = false;
  }

  async function commitTogether(changes: Change[]): Promise<void> {
    try {
      const [only] = changes;
      const done = await db
        .transaction()
        .execute((tx) => (only && changes.length === 1 ? only.run(tx).then((each) => [each]) : inTurn(tx, changes)));
      for (const acknowledge of done) acknowledge();
    } catch (error) {
      for (const { refuse } of changes) refuse(error);
    }
  }
}

const savepoint = CompiledQuery.raw('savepoint one');
const rollback = CompiledQuery.raw('rollback to one');
const release = CompiledQuery.raw('release one');

async function inTurn(tx: Db, changes: Change[]): Promise<(() => void)[]> {
  const done: (() => void)[] = [];
  for (const { run, refuse } of changes) {
    await tx.executeQuery(savepoint);
    try {
      done.push(await run(tx));
    } catch (error) {
      // Where even this fails, as on a full disk, the transaction is gone, and all of them are refused.
      await tx.executeQuery(rollback).catch(() => Promise.reject(error));
      refuse(error);
    }
    await tx.executeQuery(release);
    // Pages go out in between.
    await otherWork();
  }
  return done;
}
