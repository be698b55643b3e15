// DATABASE_URL may name several PostgreSQL servers, a primary and its standbys, as for libpq:
// postgres://farm@one:5432,two:5432/farm?target_session_attrs=read-write. Each connection goes to the one that accepts writes.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Together less than the pool waits for a connection. */
const CONNECT_MS = 2000;
const QUERY_MS = 2000;
/** Time for the others to say more once a server was found. A machine that is off never answers. */
const OTHERS_MS = 250;

/**
 * The timeline of a server that accepts writes, or nothing. Each promotion begins a new timeline, so of two servers that
 * accept writes, the lower one is an old primary that came back.
 */
const TIMELINE = `select case when current_setting('transaction_read_only') = 'off'
  then left(pg_walfile_name(pg_current_wal_lsn()), 8) else '' end as timeline`;

type Server = { host: string; port: number; timeline: string };

/** The same URL once for each server it names. */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => start + host + end);
}

/** A client of the server that accepts writes. With a single server, an ordinary client. */
export class PrimaryClient extends pg.Client {
  readonly #urls: string[];

  constructor(config: pg.ClientConfig = {}) {
    const urls = serverUrls(config.connectionString ?? '');
    super({ ...config, connectionString: urls[0] });
    this.#urls = urls;
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void) {
    const connected = this.#connect();
    if (!callback) return connected;
    void connected.then(() => callback(null), callback);
  }

  async #connect(): Promise<this> {
    if (this.#urls.length > 1) {
      const { host, port } = await findPrimary(this.#urls);
      Object.assign(this, { host, port });
    }
    await super.connect();
    return this;
  }
}

const searches = new Map<string, Promise<Server>>();

/** Connections that are opened at the same time share one search. */
function findPrimary(urls: string[]): Promise<Server> {
  const key = urls.join();
  const search = searches.get(key) ?? askAll(urls).finally(() => searches.delete(key));
  searches.set(key, search);
  return search;
}

async function askAll(urls: string[]): Promise<Server> {
  const writable: Server[] = [];
  const problems: string[] = [];
  const found = Promise.withResolvers<void>();
  const all = urls.map(async (url) => {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: QUERY_MS,
    });
    // A connection that is lost fails its query; without a listener, it would also end the process.
    client.on('error', () => {});
    const { host, port } = client;
    try {
      await client.connect();
      const { rows } = await client.query(TIMELINE);
      const { timeline } = rows[0];
      if (!timeline) throw new Error('read-only');
      writable.push({ host, port, timeline });
      found.resolve();
    } catch (error) {
      const { message, code } = Object(error);
      problems.push(`${host}:${port} (${message || code})`);
    } finally {
      void client.end().catch(() => undefined);
    }
  });
  await Promise.race([Promise.all(all), found.promise.then(() => sleep(OTHERS_MS))]);
  const [primary] = writable.sort((a, b) => b.timeline.localeCompare(a.timeline));
  if (!primary) throw new NoPrimary(`No server accepts writes: ${problems.join(', ')}.`);
  return primary;
}

export class NoPrimary extends Error {}
