// The shop's database, SQLite or PostgreSQL: reads, transactions, and notice of changes made by other instances.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dialect, Kysely, type KyselyPlugin, sql } from 'kysely';
import type { CacheTag, ChangedTag } from './cache-tags.ts';
import { type ChangeFeed, listenForChanges } from './change-feed.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type Commit, groupCommits } from './group-commit.ts';
import { lockDataDir } from './lock.ts';
import { type Kind, migrate } from './migrate.ts';
import { PipelinedDialect, pipelinedCommits, withoutWaiting } from './pipelined-commit.ts';
import { postgresPool } from './postgres.ts';
import { repeatVictims } from './repeat-victims.ts';
import type { Db, Tables } from './schema.ts';
import { sqliteDialect, sqliteReadOnlyDialect } from './sqlite.ts';
import { rejectTransactionPooling } from './transaction-pooling.ts';

export type Database = {
  kind: Kind;
  /** For reads. On SQLite this connection is read-only. */
  db: Db;
  /**
   * The only way to write: a transaction that names the cache tags it changes. On commit, pages with those tags are
   * invalidated here and in every other instance. `work` uses nothing but its handle: it may run more than once.
   */
  transaction<T>(tags: CacheTag[], work: (tx: Db) => Promise<T>): Promise<T>;
  onChange(listener: (changed: ChangedTag) => void): void;
  /** How many times a transaction ran again. */
  repeats(): number;
  /** Differs between a database and a copy of it. */
  fingerprint(): Promise<string>;
  close(): Promise<void>;
};

type Location = {
  url?: string | undefined;
  dataDir: string;
  /** For a command that runs next to a live shop and touches nothing public: no lock, no migration. */
  alongsideShop?: boolean;
  /** For restoring an older backup: runs only this many migrations. */
  version?: number;
};
type ReportError = (error: Error, what: string) => void;
const REPEATED = 'PostgreSQL ended a transaction that waited for another. It runs again.';

export async function openDatabase(
  { url, dataDir, alongsideShop = false, version }: Location,
  report: ReportError,
  warn: ReportError = () => {},
): Promise<Database> {
  const kind: Kind = url ? 'postgres' : 'sqlite';
  const lock = url || alongsideShop ? undefined : lockDataDir(dataDir);
  const onError = (error: Error) => report(error, 'A database connection was lost.');
  if (url && !alongsideShop) {
    await rejectTransactionPooling(url);
    const migrating = await connect(
      new PipelinedDialect({ pool: postgresPool(url, { unlimitedTime: true, onError }) }),
    );
    await migrate(migrating, kind, version).finally(() => migrating.destroy());
  }
  const isCommand = alongsideShop || version !== undefined;
  const dialect = url
    ? new PipelinedDialect({ pool: postgresPool(url, { unlimitedTime: isCommand, onError }) })
    : sqliteDialect(dataDir);
  const writer = await connect(dialect);
  if (!url && !alongsideShop) await migrate(writer, kind, version);
  const reader = url ? writer : await connect(sqliteReadOnlyDialect(dataDir));

  const commit: Commit = url ? pipelinedCommits(writer, dialect) : groupCommits(writer, dialect);
  let repeats = 0;
  const listeners: ((changed: ChangedTag) => void)[] = [];
  const notifyListeners = (changed: ChangedTag) => {
    for (const listener of listeners) listener(changed);
  };
  const feed: ChangeFeed | undefined =
    url && !alongsideShop ? await listenForChanges({ url, onChange: notifyListeners, report }) : undefined;

  return {
    kind,
    db: reader.withPlugin(forbidInsideTransaction),
    onChange: (listener) => void listeners.push(listener),
    transaction,
    repeats: () => repeats,
    fingerprint: () => fingerprintOf(reader, kind, dataDir),
    close,
  };

  async function transaction<T>(tags: CacheTag[], work: (tx: Db) => Promise<T>): Promise<T> {
    const run = () =>
      commit((tx) =>
        insideTransaction.run(true, async () => {
          // Notify before the work, which may lock rows that others wait for. PostgreSQL delivers it only after the commit.
          if (kind === 'postgres') {
            for (const tag of tags) await sql`select pg_notify('changes', ${tag})`.execute(withoutWaiting(tx));
          }
          return work(tx);
        }),
      );
    const result = await repeatVictims(run, (error) => {
      repeats += 1;
      warn(error, REPEATED);
    });
    tags.forEach(notifyListeners);
    return result;
  }

  async function close() {
    await feed?.close();
    // The last connection to close checkpoints the WAL, and a read-only one cannot.
    if (reader !== writer) await reader.destroy();
    await writer.destroy();
    lock?.release();
  }
}

/** Connects right away: Kysely's destroy() only closes connections that have been used. */
async function connect(dialect: Dialect): Promise<Kysely<Tables>> {
  const handle = new Kysely<Tables>({ dialect });
  await handle.connection().execute(async () => {});
  return handle;
}

const insideTransaction = new AsyncLocalStorage<true>();

// Would read the state before the transaction, or deadlock waiting for a connection from an exhausted pool.
const forbidInsideTransaction: KyselyPlugin = {
  transformQuery({ node }) {
    if (insideTransaction.getStore())
      throw new Error('Inside a transaction, use its own handle: the outer one cannot see its changes.');
    return node;
  },
  transformResult: async ({ result }) => result,
};
