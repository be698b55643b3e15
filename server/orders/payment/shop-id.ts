import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { fact } from './reconciler.store.ts';

/** Tags our payments at the card provider, since other systems may use the same account. */
export function createShopId({ transaction }: Database): () => Promise<string> {
  let cached: Promise<string> | undefined;
  return () => {
    cached ??= transaction([], (tx) => fact(tx, 'shop id', `hsr${randomBytes(6).toString('hex')}`));
    // Don't cache a failure: the next order tries again.
    cached.catch(() => {
      cached = undefined;
    });
    return cached;
  };
}
