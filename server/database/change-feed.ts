// Hears on PostgreSQL what was changed, here or in another instance: also here, because a commit may go
// through and its answer be lost. After a lost connection nobody knows what was missed, so everything
// counts as changed.
import pg from 'pg';
import { ALL_TAGS, type ChangedTag, isChangedTag } from './cache-tags.ts';

export type ChangeFeed = { close(): Promise<void> };

type Options = {
  url: string;
  onChange(changed: ChangedTag): void;
  report(error: Error, what: string): void;
};

const RETRY_MS = 500;
const HEARTBEAT_MS = 20_000;

export async function listenForChanges({ url, onChange, report }: Options): Promise<ChangeFeed> {
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let client = await connect();
  // A connection that died without a word is noticed by asking.
  const heartbeat = setInterval(() => client.query('select 1').catch(() => client.end()), HEARTBEAT_MS);
  return { close };

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      query_timeout: 10_000,
    });
    fresh.on('error', (error) => report(error, 'Lost the connection that hears of changes.'));
    fresh.on('end', reconnectSoon);
    fresh.on('notification', ({ payload = '' }) => {
      if (isChangedTag(payload)) onChange(payload);
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
