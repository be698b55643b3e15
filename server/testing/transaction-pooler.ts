// A connection pooler in transaction mode: its clients share one PostgreSQL connection, which belongs to each of them only
// until its transaction ends.
import { connect, createServer, type Socket } from 'node:net';

/** ReadyForQuery outside a transaction: what PostgreSQL sends when a transaction is over. */
const IDLE = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

export async function startTransactionPooler(target: { host: string; port: number }) {
  const upstream = connect(target.port, target.host).on('error', () => {});
  let owner: Socket | undefined;
  let greeting = Buffer.alloc(0);
  let greeted = false;
  const waiting: { client: Socket; bytes: Buffer }[] = [];
  upstream.on('data', (bytes: Buffer) => {
    owner?.write(bytes);
    if (!greeted) greeting = Buffer.concat([greeting, bytes]);
    if (!bytes.subarray(-IDLE.length).equals(IDLE)) return;
    greeted = true;
    owner = undefined;
    lend();
  });

  const server = createServer((client) => {
    client.on('error', () => {});
    let started = false;
    client.on('data', (bytes: Buffer) => {
      const isStartup = !started;
      started = true;
      if (isStartup && greeted) return void client.write(greeting);
      if (bytes[0] === TERMINATE) return;
      waiting.push({ client, bytes });
      lend();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: Object(server.address()).port as number,
    close() {
      upstream.destroy();
      server.close();
    },
  };

  function lend(): void {
    const index = waiting.findIndex(({ client }) => !owner || client === owner);
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (!next) return;
    owner = next.client;
    upstream.write(next.bytes);
  }
}
