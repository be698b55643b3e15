import { createServer } from 'node:net';

/** A loopback port that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = Object(probe.address());
      probe.close(() => resolve(port));
    });
  });
}
