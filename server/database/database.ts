// The database of the shop, whichever it is: queries, changes, and word of changes made elsewhere.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dialect, Kysely, type KyselyPlugin, sql } from 'kysely';
import type { CacheTag, ChangedTag } from './cache-tags.ts';
import { type ChangeFeed, listenForChanges } from './change-feed.ts';
import { type Commit, groupCommits } from './group-commit.ts';
import { lockDataDir } from './lock.ts';
import { type Kind, migrate } from './migrate.ts';
import { postgresDialect, postgresPool } from './postgres.ts';
import type { Db, Tables } from './schema.ts';
import { sqliteDialect, sqliteReadOnlyDialect } from './sqlite.ts';

export type Database = {
  kind: Kind;
  /** For reading. On SQLite nothing else works with it. */
  db: Db;
  /**
   * The one way to write: a transaction that says what it changes. When it has committed, the pages
   * that show those topics are dropped here and in every other instance.
   */
  transaction<T>(tags: CacheTag[], work: (tx: Db) => Promise<T>): Promise<T>;
  onChange(listener: (changed: ChangedTag) => void): void;
  close(): Promise<void>;
};

type Location = {
  url?: string | undefined;
  dataDir: string;
  /** For a command that works beside the running shop, on what no public page shows: no lock, no migration. */
  alongsideShop?: boolean;
  /** For tables as an older backup has them: only the first so many migrations. */
  version?: number;
};
type ReportError = (error: Error, what: string) => void;

export async function openDatabase(
  { url, dataDir, alongsideShop = false, version }: Location,
  report: ReportError,
): Promise<Database> {
  const kind: Kind = url ? 'postgres' : 'sqlite';
  const lock = url || alongsideShop ? undefined : lockDataDir(dataDir);
  const pool = url ? postgresPool(url, (error) => report(error, 'A database connection was lost.')) : undefined;
  const writer = await connect(pool ? postgresDialect(pool) : sqliteDialect(dataDir));
  if (!alongsideShop) await migrate(writer, kind, version);
  const reader = pool ? writer : await connect(sqliteReadOnlyDialect(dataDir));

  const commit: Commit = url ? (work) => writer.transaction().execute(work) : groupCommits(writer);
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
    close,
  };

  async function transaction<T>(topics: CacheTag[], work: (tx: Db) => Promise<T>): Promise<T> {
    const result = await commit((tx) =>
      insideTransaction.run(true, async () => {
        // Before the work, which may lock what others wait for. Nobody hears of it until it has committed.
        if (kind === 'postgres') {
          for (const topic of topics) await sql`select pg_notify('changes', ${topic})`.execute(tx);
        }
        return work(tx);
      }),
    );
    topics.forEach(notifyListeners);
    return result;
  }

  async function close() {
    await feed?.close();
    // The last to go clears up, and a reader cannot.
    if (reader !== writer) await reader.destroy();
    await writer.destroy();
    lock?.release();
  }
}

/** From the start: Kysely closes in the end what it has used, and leaves the rest open. */
async function connect(dialect: Dialect): Promise<Kysely<Tables>> {
  const handle = new Kysely<Tables>({ dialect });
  await handle.connection().execute(async () => {});
  return handle;
}

const insideTransaction = new AsyncLocalStorage<true>();

// It would read the state before the transaction, or on a pool that is used up wait for a connection for ever.
const forbidInsideTransaction: KyselyPlugin = {
  transformQuery({ node }) {
    if (insideTransaction.getStore())
      throw new Error('Inside a transaction use its own handle: the outer one does not know what it did.');
    return node;
  },
  transformResult: async ({ result }) => result,
};
