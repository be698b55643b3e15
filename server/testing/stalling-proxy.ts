// A TCP proxy whose connections can go silent: they stay open, but nothing gets through. New connections work.
import { connect, createServer, type Socket } from 'node:net';

export type StallingProxy = Awaited<ReturnType<typeof startStallingProxy>>;

export async function startStallingProxy(target: { host: string; port: number }) {
  const open = new Set<() => void>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    let stalled = false;
    const stall = () => {
      stalled = true;
    };
    open.add(stall);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    relay(client, upstream);
    relay(upstream, client);

    function relay(from: Socket, to: Socket) {
      from.on('data', (bytes) => {
        if (!stalled) to.write(bytes);
      });
      from.on('close', () => {
        sockets.delete(from);
        open.delete(stall);
        if (!stalled) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: Object(server.address()).port as number,
    /** Silences all open connections for good. */
    stallConnections(): number {
      const count = open.size;
      for (const stall of open) stall();
      open.clear();
      return count;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same URL, through a proxy's port. */
export function throughPort(url: string, port: number): string {
  const proxied = new URL(url);
  proxied.host = `127.0.0.1:${port}`;
  return proxied.href;
}
