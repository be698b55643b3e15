import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { getOrCreateState } from '#server/database/shop-state.store.ts';

/** The prefix of our payment references: other shops or registers may use the same provider account. */
export function createShopId({ transaction }: Database): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    known ??= transaction([], (tx) => getOrCreateState(tx, 'shop id', `hsr${randomBytes(6).toString('hex')}`));
    // Do not cache a failure: the next order tries again.
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}
