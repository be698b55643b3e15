// Stops with grace: the balancer hears of it first, requests under way are answered, however the stop is asked for.
import { setTimeout as passing } from 'node:timers/promises';
import type { Shop } from './shop.ts';

const GRACE_MS = 10_000;

export function stopWhenAsked(shop: Pick<Shop, 'drain' | 'close' | 'cutOff'>, drainSeconds: number): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    console.log('Closing: requests under way are answered first.');
    shop.drain();
    await passing(drainSeconds * 1000);
    // Who has not sent or read all by then is cut off, so that the database can be closed properly.
    setTimeout(shop.cutOff, GRACE_MS).unref();
    await shop.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // The launcher is gone, however it ended, and perhaps before we got here.
  process.on('disconnect', () => void stop());
  if (process.connected === false) void stop();
}
