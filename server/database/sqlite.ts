// The embedded database: node:sqlite behind Kysely's own SQLite dialect.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, type Driver, SqliteDialect, SqliteDriver } from 'kysely';

const BUSY_TIMEOUT_MS = 5000;

export function sqliteDialect(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: BUSY_TIMEOUT_MS });
  // FULL: a commit is on the disk before it is acknowledged, so a power cut loses nothing.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  return new NodeSqliteDialect({ database: adaptDatabase(database) });
}

/** A second, read-only connection: reads don't block on writes and see the last committed state. */
export function sqliteReadOnlyDialect(dataDir: string): SqliteDialect {
  const database = new DatabaseSync(databaseFile(dataDir), { timeout: BUSY_TIMEOUT_MS, readOnly: true });
  return new NodeSqliteDialect({ database: adaptDatabase(database) });
}

export const databaseFile = (dataDir: string) => join(dataDir, 'farm.sqlite');

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: ConstructorParameters<typeof SqliteDialect>[0];

  constructor(config: ConstructorParameters<typeof SqliteDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

class ImmediateDriver extends SqliteDriver {
  // A CLI command may write next to the running shop. Taking the write lock up front makes the second writer wait; taking it
  // halfway would make it fail.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  // A full disk rolls back on its own, and this would fail too. Report the original error instead.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

function adaptDatabase(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof adaptStatement>>();
  return {
    close: () => database.close(),
    prepare(text: string) {
      let statement = statements.get(text);
      if (!statement) {
        statement = adaptStatement(database.prepare(text));
        if (statements.size >= 500) statements.clear();
        statements.set(text, statement);
      }
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (values: readonly unknown[]) => statement.all(...toBindable(values)),
    run: (values: readonly unknown[]) => statement.run(...toBindable(values)),
    iterate: (values: readonly unknown[]) => statement.iterate(...toBindable(values)),
  };
}

function toBindable(values: readonly unknown[]): SQLInputValue[] {
  return values.map((value) => {
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (isBindable(value)) return value;
    throw new TypeError(`SQLite cannot store a ${typeof value}.`);
  });
}

function isBindable(value: unknown): value is SQLInputValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  );
}
