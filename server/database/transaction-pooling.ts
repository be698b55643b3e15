// A pooler that lends a server connection for one transaction at a time breaks the shop: prepared statements and LISTEN
// belong to a connection. Better to say so at the start than to fail on most writes.
import { randomUUID } from 'node:crypto';
import { PrimaryClient } from './primary-client.ts';

const CHANNEL = 'pooling_probe';
/** A notification takes milliseconds. Only a shop that is refused waits this long. */
const WAIT_MS = 3000;

/** A client that owns its connection hears what another one sends, even if it does nothing itself. */
export async function rejectTransactionPooling(url: string): Promise<void> {
  const [listener, sender] = [1, 2].map(
    () => new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5000 }),
  );
  if (!listener || !sender) return;
  // A connection that is lost fails its query; without a listener, it would also end the process.
  for (const client of [listener, sender]) client.on('error', () => {});
  const payload = randomUUID();
  const heard = Promise.withResolvers<boolean>();
  listener.on('notification', (message) => message.payload === payload && heard.resolve(true));
  try {
    await listener.connect();
    await sender.connect();
    await listener.query(`listen ${CHANNEL}`);
    await sender.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    setTimeout(heard.resolve, WAIT_MS, false).unref();
    if (await heard.promise) return;
    // The connection goes back to the pooler, where others use it.
    await listener.query('unlisten *');
    throw new Error(
      'This is a connection pooler in transaction or statement mode. Use session mode, or connect to PostgreSQL itself.',
    );
  } finally {
    await Promise.allSettled([listener.end(), sender.end()]);
  }
}
