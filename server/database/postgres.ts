// PostgreSQL: the pool behind Kysely, and the values that come out as the rest of the code knows them.
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
  // The pool says that it has ended before its last connections are gone; what becomes of those is no news.
  const report = (error: Error) => {
    if (!pool.ending) onError(error);
  };
  // An idle connection that the server closes is replaced; without a listener it would end the process.
  pool.on('error', report);
  const nameOf = statementNames();
  pool.on('connect', (client) => {
    // The same while it is in use: its query fails by itself, the process goes on.
    client.on('error', report);
    client.query = withNamedStatements(client.query, nameOf);
  });
  return pool;
};

/** A statement with a name is read and planned once on each connection, which otherwise takes longer than to run it. */
function withNamedStatements<Query extends pg.PoolClient['query']>(
  query: Query,
  nameOf: (text: string) => string | undefined,
): Query {
  return new Proxy(query, {
    apply(ask, client, [text, values, ...more]) {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      return Reflect.apply(ask, client, name ? [{ name, text, values }, ...more] : [text, values, ...more]);
    },
  });
}

/** The server keeps each on every connection: the first so many, should there ever be more. */
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

// Numbers are numbers and times are ISO strings, as they are in SQLite.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
  return pg.types.getTypeParser(oid, format);
}
