// Stops with grace: the balancer hears of it first, requests under way are answered, however the stop is asked for.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shop } from './shop.ts';

const GRACE_MS = 10_000;

export function shutDownOnSignal(shop: Pick<Shop, 'drain' | 'close' | 'closeConnections'>, drainSeconds: number): void {
  let shuttingDown = false;
  const shutDown = async () => {
    if (shuttingDown) return;
    shuttingDown = true;
    console.log('Closing: requests under way are answered first.');
    shop.drain();
    await sleep(drainSeconds * 1000);
    // Who has not sent or read all by then is cut off, so that the database can be closed properly.
    setTimeout(shop.closeConnections, GRACE_MS).unref();
    await shop.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void shutDown());
  // The launcher is gone, however it ended, and perhaps before we got here.
  process.on('disconnect', () => void shutDown());
  if (process.connected === false) void shutDown();
}
