// Graceful shutdown: tell the load balancer first, then finish the requests in progress.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './shop.ts';

const GRACE_MS = 10_000;

export function shutDownOnSignal(shop: Pick<Shop, 'drain' | 'close' | 'closeConnections'>, drainSeconds: number): void {
  let shuttingDown = false;
  const shutDown = async () => {
    if (shuttingDown) return;
    shuttingDown = true;
    console.log('Shutting down: finishing requests in progress.');
    shop.drain();
    await sleep(drainSeconds * 1000);
    // Cut off slow clients so the database can still be closed cleanly.
    setTimeout(shop.closeConnections, GRACE_MS).unref();
    await shop.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown());
  // The launcher exited, possibly before this line ran.
  process.on('disconnect', () => void shutDown());
  if (process.connected === false) void shutDown();
}
