// A load from this process: connections that each send a request, read the whole answer and send the next.
import { connect, type Socket } from 'node:net';

type Load = {
  url: string;
  requests: number;
  connections: number;
  headers?: string;
  /** Each connection asks for an address of its own: who asks for the same at the same moment may share an answer. */
  apart?: boolean;
};

/** Answers per second. */
export async function runLoad({
  url,
  requests,
  connections,
  headers = 'accept-encoding: br\r\n',
  apart = false,
}: Load): Promise<number> {
  const { hostname, port, pathname, search, host } = new URL(url);
  let left = requests;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, (_, number) =>
      work(connect(Number(port), hostname), apart ? `?${number}` : search),
    ),
  );
  return requests / ((performance.now() - started) / 1000);

  function work(socket: Socket, query: string): Promise<void> {
    const request = Buffer.from(`GET ${pathname}${query} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`);
    return new Promise((resolve, reject) => {
      let wanted = 0;
      let got = 0;
      const next = () => {
        if (left === 0) return void socket.end(resolve);
        left -= 1;
        wanted = 0;
        got = 0;
        socket.write(request);
      };
      socket.setNoDelay(true);
      socket.on('connect', next);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        got += chunk.length;
        wanted ||= lengthOf(chunk);
        if (got >= wanted) next();
      });
    });
  }
}

/** Of the whole answer, read off its head, which comes in one piece. */
function lengthOf(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, end);
  if (!/^HTTP\/1\.1 (200|304) /.test(head)) throw new Error(`Unexpected answer: ${head}`);
  return end + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
