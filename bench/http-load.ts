// Generates HTTP load: each connection sends a request, reads the whole response and sends the next.
import { connect, type Socket } from 'node:net';

type Load = {
  url: string;
  requests: number;
  connections: number;
  headers?: string;
  /** Gives each connection its own URL: concurrent requests for the same URL may share a response. */
  distinctUrls?: boolean;
};

/** Returns responses per second. */
export async function runLoad({
  url,
  requests,
  connections,
  headers = 'accept-encoding: br\r\n',
  distinctUrls = false,
}: Load): Promise<number> {
  const { hostname, port, pathname, search, host } = new URL(url);
  let left = requests;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, number) =>
      work(connect(Number(port), hostname), distinctUrls ? `?${number}` : search),
    ),
  );
  return requests / ((performance.now() - started) / 1000);

  function work(socket: Socket, query: string): Promise<void> {
    const request = Buffer.from(`GET ${pathname}${query} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`);
    return new Promise((resolve, reject) => {
      let expected = 0;
      let received = 0;
      const next = () => {
        if (left === 0) return void socket.end(resolve);
        left -= 1;
        expected = 0;
        received = 0;
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
        expected ||= lengthOf(chunk);
        if (received >= expected) next();
      });
    });
  }
}

/** Length of the whole response, from its headers, which arrive in one chunk. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const headers = chunk.toString('latin1', 0, end);
  if (!/^HTTP\/1\.1 (200|304) /.test(headers)) throw new Error(`Unexpected response: ${headers}`);
  return end + Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
}
