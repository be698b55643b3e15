// A pooler that lends a server connection for one transaction at a time breaks the shop: prepared statements and LISTEN
// belong to a connection. Better to say so at the start than to fail on most writes.
import { PrimaryClient } from './primary-client.ts';

const PROBE = 'farm.pooling_probe';

export async function rejectTransactionPooling(url: string): Promise<void> {
  const [first, second] = [1, 2].map(() => new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5000 }));
  if (!first || !second) return;
  // A connection that is lost fails its query; without a listener, it would also end the process.
  for (const client of [first, second]) client.on('error', () => {});
  try {
    await first.connect();
    await second.connect();
    await first.query(`select set_config('${PROBE}', 'set', false)`);
    // While this transaction is open, a pooler has to give the first client another connection.
    await second.query('begin');
    const leaked = (await hasProbe(second)) || !(await hasProbe(first));
    await second.query('rollback');
    await first.query(`select set_config('${PROBE}', '', false)`);
    if (leaked)
      throw new Error(
        'This is a connection pooler in transaction mode. Use session mode, or connect to PostgreSQL itself.',
      );
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

async function hasProbe(client: PrimaryClient): Promise<boolean> {
  const { rows } = await client.query(`select current_setting('${PROBE}', true) as value`);
  return rows[0]?.value === 'set';
}
