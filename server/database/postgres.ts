// PostgreSQL: the pool behind Kysely, and type parsers that return the same values as SQLite.
import { PostgresDialect } from 'kysely';
import pg from 'pg';

const MAX_STATEMENT_NAMES = 500;

export const postgresPool = (url: string, onError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    types: { getTypeParser },
  });
  // The pool reports that it has ended before its last connections close; errors from those don't matter.
  const report = (error: Error) => {
    if (!pool.ending) onError(error);
  };
  // The pool replaces idle connections that the server closes; without a listener, the error would end the process.
  pool.on('error', report);
  const nameOf = statementNames();
  pool.on('connect', (client) => {
    // Same for connections in use: the query fails on its own and the process goes on.
    client.on('error', report);
    client.query = withNamedStatements(client.query, nameOf);
  });
  return pool;
};

/** Named statements are parsed and planned once per connection, which otherwise takes longer than running them. */
function withNamedStatements<Query extends pg.PoolClient['query']>(
  query: Query,
  nameOf: (text: string) => string | undefined,
): Query {
  return new Proxy(query, {
    apply(original, client, [text, values, ...rest]) {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      return Reflect.apply(original, client, name ? [{ name, text, values }, ...rest] : [text, values, ...rest]);
    },
  });
}

/** The server stores every named statement on every connection, so there is a cap. */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < MAX_STATEMENT_NAMES) names.set(text, `farm ${names.size}`);
    return names.get(text);
  };
}

export const postgresDialect = (pool: pg.Pool): PostgresDialect => new PostgresDialect({ pool });

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

// Numbers as numbers and timestamps as ISO strings, as in SQLite.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
  return pg.types.getTypeParser(oid, format);
}
