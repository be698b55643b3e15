// Listens on PostgreSQL for changes made by any instance, including this one: a commit can succeed even though its
// response is lost. After a lost connection there is no telling what was missed, so everything counts as changed.
import { ALL_TAGS, type ChangedTag, isChangedTag } from './cache-tags.ts';
import { PrimaryClient } from './primary-client.ts';

export type ChangeFeed = { close(): Promise<void> };

type Options = {
  url: string;
  onChange(changed: ChangedTag): void;
  report(error: Error, what: string): void;
};

const RETRY_MS = 500;
const HEARTBEAT_MS = 5000;
const HEARTBEAT_TIMEOUT_MS = 3000;

export async function listenForChanges({ url, onChange, report }: Options): Promise<ChangeFeed> {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let client = await connect();
  // A connection can die silently, so check it periodically.
  const heartbeat = setInterval(() => client.query('select 1').catch(() => client.end()), HEARTBEAT_MS);
  return { close };

  async function connect(): Promise<PrimaryClient> {
    const connection = new PrimaryClient({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    connection.on('error', (error) => report(error, 'Lost the connection that listens for changes.'));
    connection.on('end', reconnectSoon);
    connection.on('notification', ({ payload = '' }) => {
      if (isChangedTag(payload)) onChange(payload);
    });
    try {
      await connection.connect();
      await connection.query('listen changes');
    } catch (error) {
      connection.removeListener('end', reconnectSoon);
      await connection.end().catch(() => undefined);
      throw error;
    }
    return connection;
  }

  function reconnectSoon() {
    if (closed) return;
    retry = setTimeout(async () => {
      try {
        client = await connect();
        if (closed) await client.end();
        else onChange(ALL_TAGS);
      } catch {
        reconnectSoon();
      }
    }, RETRY_MS);
  }

  async function close() {
    closed = true;
    clearTimeout(retry);
    clearInterval(heartbeat);
    await client.end();
  }
}
