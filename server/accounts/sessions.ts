// Sessions: a random token for the browser, its hash for us.
import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '../../contracts/accounts.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Db } from '../database/schema.ts';
import * as store from './sessions.store.ts';

const ABSOLUTE_DAYS = 14;
const IDLE_DAYS = 3;
/** Use is noted at most this often: a write for every read would be too many. */
const NOTED_MS = 3_600_000;
/** Ended sessions are kept so long, for the addresses an account was used from. */
const KEPT_DAYS = 90;

export function createSessions({ database, now }: { database: Database; now: Clock }) {
  const { db, change } = database;
  return { open, end, endAll, whoIs, isKnown, tidy };

  async function open(tx: Db, accountId: number, address: string): Promise<string> {
    const token = newToken();
    await store.insert(tx, {
      token_hash: hashOf(token),
      account_id: accountId,
      address,
      created_at: now().toISOString(),
      used_at: now().toISOString(),
      expires_at: daysFromNow(ABSOLUTE_DAYS),
    });
    return token;
  }

  async function whoIs(token: string): Promise<Person | undefined> {
    const found = await store.find(db, hashOf(token), { now: now().toISOString(), idleSince: daysFromNow(-IDLE_DAYS) });
    if (!found) return undefined;
    const { used_at, ...person } = found;
    if (!used_at || Date.parse(used_at) < now().getTime() - NOTED_MS)
      await change([], (tx) => store.noteUse(tx, hashOf(token), now().toISOString()));
    return person;
  }

  /** Ended, not removed: see isKnown. */
  async function end(token: string): Promise<void> {
    await change([], (tx) => store.end(tx, hashOf(token), now().toISOString()));
  }

  async function endAll(tx: Db, accountId: number): Promise<void> {
    await store.endAll(tx, accountId, now().toISOString());
  }

  /** The account was used from this address before. */
  function isKnown(accountId: number, address: string): Promise<boolean> {
    return store.isKnown(db, accountId, address);
  }

  async function tidy(): Promise<void> {
    await change([], (tx) => store.removeOld(tx, daysFromNow(-KEPT_DAYS)));
  }

  function daysFromNow(days: number): string {
    return new Date(now().getTime() + days * 86_400_000).toISOString();
  }
}

export const newToken = () => randomBytes(32).toString('base64url');
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
