// Binds an idempotency key to the request it came with. The key is claimed in the transaction of the work, so a request that is
// refused frees it. The five ways to buy claim theirs in checkout-key.ts, because the outcome is asked for without knowing which.
import { createHash } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { invalid } from '#server/http-errors.ts';
import * as store from './idempotency.store.ts';

const RETENTION_MS = 30 * 24 * 60 * 60_000;

type Keyed = {
  /** The endpoint: another one may get the same key. */
  scope: string;
  key: string;
  /** Its fields by name, not the parsed body: a new field with a default must not turn a repeat into another request. */
  request: object;
};

/** True the first time, false for a repeat. The same key with another request is refused. */
export async function claimKey({ now }: { now: Clock }, tx: Db, { scope, key, request }: Keyed): Promise<boolean> {
  const claim = { key: sha256(`${scope} ${key}`), request_hash: sha256(JSON.stringify(request)) };
  if (await store.claim(tx, { ...claim, created_at: now().toISOString() })) return true;
  if ((await store.find(tx, claim.key))?.request_hash !== claim.request_hash) throw alreadySent();
  return false;
}

/** For a key that claims nothing yet, and is in the row of another request all the same: of an earlier version or another endpoint. */
export const alreadySent = () => invalid({ 'Idempotency-Key': [ALREADY_SENT] });
const ALREADY_SENT =
  'Your first try was saved, with other details. Look at what was saved. To add this as well, send it again.';

export async function removeOldKeys({ database, now }: { database: Database; now: Clock }): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_MS).toISOString();
  await database.transaction([], (tx) => store.removeOld(tx, before));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
