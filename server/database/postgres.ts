// PostgreSQL: the pool behind Kysely, and the values that come out as the rest of the code knows them.
import { PostgresDialect } from 'kysely';
import pg from 'pg';

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
  // The same while it is in use: its query fails by itself, the process goes on.
  pool.on('connect', (client) => client.on('error', report));
  return pool;
};

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
