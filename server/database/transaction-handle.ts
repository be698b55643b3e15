// Handles of a transaction that go through a connection of our choice.
import { type DatabaseConnection, type Dialect, DummyDriver, type QueryExecutor, Transaction } from 'kysely';
import type { Db, Tables } from './schema.ts';

/** Kysely's own handle of a transaction sends one statement at a time. */
export function handleOn(connection: DatabaseConnection, executor: QueryExecutor, dialect: Dialect): Db {
  return new Transaction<Tables>({
    config: { dialect },
    dialect,
    driver: new DummyDriver(),
    executor: executor.withConnectionProvider({ provideConnection: async (use) => use(connection) }),
  });
}

/** Gives `work` a handle that rejects statements once `work` has ended: some of it may still be running when it fails. */
export function withOwnHandle<T>(tx: Db, dialect: Dialect, work: (handle: Db) => Promise<T>): Promise<T> {
  const executor = tx.getExecutor();
  return executor.provideConnection(async (connection) => {
    let ended = false;
    const own: DatabaseConnection = {
      async executeQuery(query) {
        if (ended) throw new Error('This transaction has ended.');
        return connection.executeQuery(query);
      },
      streamQuery: connection.streamQuery.bind(connection),
    };
    try {
      return await work(handleOn(own, executor, dialect));
    } finally {
      ended = true;
    }
  });
}
