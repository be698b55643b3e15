// People who send slowly, or ask for much and read nothing. Whoever is hung up on comes again.
import { connect, type Socket } from 'node:net';
import type { Life } from './state.ts';

const beginnings = [
  '',
  'GET / HTTP/1.1\r\nhost: x\r\nx: ',
  `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 250000\r\n\r\n${' '.repeat(100_000)}`,
  'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(500),
];

export function startSlowClients(people: number, where: () => Promise<Life>): { close(): void } {
  const open = new Set<Socket>();
  let closed = false;
  for (let number = 0; number < people; number += 1) void come(beginnings[number % beginnings.length] ?? '');
  return {
    close() {
      closed = true;
      for (const socket of open) socket.destroy();
    },
  };

  async function come(beginning: string): Promise<void> {
    const { url } = await where();
    if (closed) return;
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(beginning));
    const trickle = setInterval(() => socket.writable && socket.write(' '), 2000).unref();
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(trickle);
      open.delete(socket);
      if (!closed) setTimeout(() => void come(beginning), 500).unref();
    });
  }
}
