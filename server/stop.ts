// Stops with grace: requests under way are answered first, however the stop is asked for.
import type { Shop } from './shop.ts';

const GRACE_MS = 10_000;

export function stopWhenAsked(shop: Pick<Shop, 'close' | 'cutOff'>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    console.log('Closing: requests under way are answered first.');
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
