// Clients that send slowly, or request a lot and read nothing. They reconnect when disconnected.
import { connect, type Socket } from 'node:net';
import type { Instance } from './state.ts';

const openings = [
  '',
  'GET / HTTP/1.1\r\nhost: x\r\nx: ',
  `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 250000\r\n\r\n${' '.repeat(100_000)}`,
  'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(500),
];

export function startSlowClients(count: number, currentInstance: () => Promise<Instance>): { close(): void } {
  const open = new Set<Socket>();
  let closed = false;
  for (let number = 0; number < count; number += 1) void openConnection(openings[number % openings.length] ?? '');
  return {
    close() {
      closed = true;
      for (const socket of open) socket.destroy();
    },
  };

  async function openConnection(opening: string): Promise<void> {
    const { url } = await currentInstance();
    if (closed) return;
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(opening));
    const trickle = setInterval(() => socket.writable && socket.write(' '), 2000).unref();
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(trickle);
      open.delete(socket);
      if (!closed) setTimeout(() => void openConnection(opening), 500).unref();
    });
  }
}
