// PostgreSQL: the pool of connections, and type parsers that return the same values as SQLite.
import pg from 'pg';
import { PrimaryClient } from './primary-client.ts';

const MAX_STATEMENT_NAMES = 500;

/**
 * A connection can die without notice, for example in a failover: it looks open and never answers. So a query that gets
 * no answer ends its connection. PostgreSQL's own limit is a little lower, so that a query that is merely slow is
 * canceled by the server and the connection stays.
 */
const STATEMENT_TIMEOUT_MS = 5000;
const QUERY_TIMEOUT_MS = 6000;
const idleCheck = { text: 'show transaction_read_only', query_timeout: 1000 };

/** A standby, or a primary that has become one: such a connection is as good as dead, even though it answers. */
const READ_ONLY = '25006';

type PoolOptions = {
  /** For migrations and commands, whose statements may take as long as they need. */
  unlimitedTime?: boolean;
  onError(error: Error): void;
};

export function postgresPool(url: string, { unlimitedTime = false, onError }: PoolOptions): pg.Pool {
  const nameOf = statementNames();

  class Client extends PrimaryClient {
    // pg's own type of it has ten forms. It is called with a text and its values, or with an object.
    override query(text: unknown, values?: unknown, callback?: unknown): never {
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
      const args = name ? [{ name, text, values }, callback] : [text, values, callback];
      const answer: unknown = Reflect.apply(super.query, this, args);
      if (answer instanceof Promise) answer.catch((error) => isDead(error) && this.#close());
      return answer as never;
    }

    /** The pool removes it when it is released. */
    #close(): void {
      void this.end().catch(report);
      void checkIdleConnections();
    }
  }

  const pool = new pg.Pool({
    connectionString: url,
    Client,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
    ...(!unlimitedTime && { query_timeout: QUERY_TIMEOUT_MS }),
    // Set here, because a connection pooler such as PgBouncer refuses it as a startup parameter.
    onConnect: (client) => client.query(`set statement_timeout = ${unlimitedTime ? 0 : STATEMENT_TIMEOUT_MS}`),
  });
  // The pool reports that it has ended before its last connections close; errors from those don't matter.
  const report = (error: Error) => {
    if (!pool.ending) onError(error);
  };
  // The pool replaces idle connections that the server closes; without a listener, the error would end the process.
  pool.on('error', report);
  pool.on('connect', (client) => {
    // Same for connections in use: the query fails on its own and the process goes on.
    client.on('error', report);
  });
  return pool;

  /** The other connections probably died with the one that did. Otherwise each would cost someone a timeout. */
  async function checkIdleConnections(): Promise<void> {
    const checks = Array.from({ length: pool.idleCount }, async () => {
      const client = await pool.connect();
      await client.query(idleCheck).then(
        ({ rows }) => client.release(rows[0].transaction_read_only === 'on'),
        (error) => client.release(error),
      );
    });
    await Promise.allSettled(checks);
  }
}

const isDead = ({ message, code }: { message: string; code?: string }): boolean =>
  message === 'Query read timeout' || code === READ_ONLY;

/**
 * Named statements are parsed and planned once per connection, which otherwise takes longer than running them. The server stores
 * every one of them on every connection, so there is a cap.
 */
function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    if (!names.has(text) && names.size < MAX_STATEMENT_NAMES) names.set(text, `farm ${names.size}`);
    return names.get(text);
  };
}

const INT8 = 20;
const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

// Numbers as numbers and timestamps as ISO strings, as in SQLite.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8 || oid === NUMERIC) return Number;
  if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
  return pg.types.getTypeParser(oid, format);
}
