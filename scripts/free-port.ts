import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves. */
const [LOWEST, HIGHEST] = [10_000, 32_000];

/** A loopback port that nobody listens on now. At random, so that other tests of the same moment hardly choose it, too. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
