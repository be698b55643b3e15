// A network between the shop and PostgreSQL: it adds a delay, and counts statements and round trips.
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `delayMs` is added each way. */
export async function startDatabaseNetwork(databaseUrl: string, { delayMs = 0 } = {}) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let statements = 0;
  let roundTrips = 0;
  let unanswered = 0;

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    relay(client, upstream, messageReader({ greeting: true }), (type) => {
      if (type === QUERY || type === SYNC) {
        // What is sent while nothing is under way begins a round trip.
        if (unanswered === 0) roundTrips += 1;
        statements += 1;
      }
      if (type === STARTUP || type === QUERY || type === SYNC) unanswered += 1;
    });
    relay(upstream, client, messageReader({ greeting: false }), (type) => {
      if (type === READY) unanswered -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${Object(server.address()).port}`;
  return {
    /** Leads to the same database. */
    url: url.href,
    /** What `work` sends to the database. */
    async count(work: () => Promise<unknown>) {
      statements = 0;
      roundTrips = 0;
      await work();
      return { statements, roundTrips };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function relay(from: Socket, to: Socket, typesIn: (bytes: Buffer) => string[], onMessage: (type: string) => void) {
    from.on('data', async (bytes: Buffer) => {
      for (const type of typesIn(bytes)) onMessage(type);
      if (delayMs > 0) await sleep(delayMs);
      to.write(bytes);
    });
    from.on('close', () => to.destroy());
  }
}

const STARTUP = '';
const QUERY = 'Q';
const SYNC = 'S';
const READY = 'Z';

/** Returns the types of the messages that end in `bytes`. A client’s first message has none. */
function messageReader({ greeting }: { greeting: boolean }): (bytes: Buffer) => string[] {
  let rest = Buffer.alloc(0);
  let typeBytes = greeting ? 0 : 1;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const types: string[] = [];
    while (rest.length >= typeBytes + 4) {
      const end = typeBytes + rest.readUInt32BE(typeBytes);
      if (rest.length < end) break;
      types.push(rest.toString('latin1', 0, typeBytes));
      rest = rest.subarray(end);
      typeBytes = 1;
    }
    return types;
  };
}
