// Hears on PostgreSQL what other instances changed. After a lost connection nobody knows what was
// missed, so everything counts as changed.
import pg from 'pg';
import { type Changed, EVERYTHING, isChanged } from './topics.ts';

export type ChangeFeed = { close(): Promise<void> };

type Options = {
  url: string;
  instance: string;
  heard(changed: Changed): void;
  report(error: Error, what: string): void;
};

const RETRY_MS = 500;

export async function listenForChanges({ url, instance, heard, report }: Options): Promise<ChangeFeed> {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let client = await connect();
  return { close };

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
    fresh.on('error', (error) => report(error, 'Lost the connection that hears of changes.'));
    fresh.on('end', reconnectSoon);
    fresh.on('notification', ({ payload = '' }) => {
      const [sender, changed] = payload.split(' ');
      if (sender !== instance && isChanged(changed)) heard(changed);
    });
    try {
      await fresh.connect();
      await fresh.query('listen changes');
    } catch (error) {
      fresh.removeListener('end', reconnectSoon);
      await fresh.end().catch(() => undefined);
      throw error;
    }
    return fresh;
  }

  function reconnectSoon() {
    if (closed) return;
    retry = setTimeout(async () => {
      try {
        client = await connect();
        heard(EVERYTHING);
      } catch {
        reconnectSoon();
      }
    }, RETRY_MS);
  }

  async function close() {
    closed = true;
    clearTimeout(retry);
    await client.end();
  }
}
