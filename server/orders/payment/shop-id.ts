import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { fact } from './reconciler.store.ts';

/** Marks our payments at the card provider: other tills may work on the same account. */
export function createShopId({ transaction }: Database): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= transaction([], (tx) => fact(tx, 'shop id', `hsr${randomBytes(6).toString('hex')}`));
    // Not remembered if it failed: the next order asks again.
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}
