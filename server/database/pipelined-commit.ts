// A transaction on PostgreSQL. Statements that do not wait for each other share a round trip: the begin goes out with the
// first of them, and the commit with the last.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';
import type { Commit } from './group-commit.ts';
import type { Db, Tables } from './schema.ts';
import { handleOn } from './transaction-handle.ts';

export class PipelinedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new PipelinedDriver(this.#config);
  }
}

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class PipelinedDriver extends PostgresDriver {
  readonly #begins = new WeakMap<DatabaseConnection, Promise<unknown>>();

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = connection.executeQuery(CompiledQuery.raw('begin'));
    // If it fails, the commit says so.
    begin.catch(() => {});
    this.#begins.set(connection, begin);
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await Promise.all([this.#begins.get(connection), super.commitTransaction(connection)]);
  }

  // On a lost connection this fails too. Report the original error instead; the connection is not used again.
  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

const sendingHandles = new WeakMap<Db, Db>();

/**
 * For writes whose result nobody needs. On PostgreSQL they are sent, but their answer is not awaited; if one fails, so does
 * the commit.
 */
export const withoutWaiting = (tx: Db): Db => sendingHandles.get(tx) ?? tx;

export function pipelinedCommits(database: Kysely<Tables>, dialect: Dialect): Commit {
  return async (work) => {
    const sent: Promise<unknown>[] = [];
    try {
      return await database.transaction().execute((tx) => {
        const executor = tx.getExecutor();
        return executor.provideConnection((connection) => {
          const handle = handleOn(connection, executor, dialect);
          sendingHandles.set(handle, handleOn(sending(connection, sent), executor, dialect));
          return work(handle);
        });
      });
    } catch (error) {
      throw (await firstFailure(sent)) ?? error;
    }
  };
}

function sending(connection: DatabaseConnection, sent: Promise<unknown>[]): DatabaseConnection {
  return {
    async executeQuery(query) {
      const answer = connection.executeQuery(query);
      // Without a handler, a failure would end the process before the commit reports it.
      answer.catch(() => {});
      sent.push(answer);
      return { rows: [] };
    },
    streamQuery: connection.streamQuery.bind(connection),
  };
}

const IN_FAILED_TRANSACTION = '25P02';

/** The failure that made the others fail. Undefined if it was one that was awaited. */
async function firstFailure(sent: Promise<unknown>[]): Promise<unknown> {
  const answers = await Promise.allSettled(sent);
  const failure = answers.find((answer) => answer.status === 'rejected');
  return failure?.reason.code === IN_FAILED_TRANSACTION ? undefined : failure?.reason;
}
