// Rate limits, counted in the database so that all instances share them and a restart forgets nothing.
import { createHash } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { tooManyRequests } from '#server/http-errors.ts';
import * as store from './rate-limits.store.ts';

export type RateLimit = { name: string; max: number; minutes: number };
/** A rule applied to one account, address or phone number. */
export type Attempt = { rule: RateLimit; who: string };

export type RateLimits = ReturnType<typeof createRateLimits>;

export function createRateLimits({ database, now, on }: { database: Database; now: Clock; on: boolean }) {
  const { db, transaction } = database;
  return { consume, check, count, isUsedUp, record, undo, cleanUp };

  /** Counts one attempt for each rule, or throws with the time to wait. */
  async function consume(...attempts: Attempt[]): Promise<void> {
    await check(...attempts);
    await count(...attempts);
  }

  /** Throws if any limit is used up. Read-only, so an attack costs no writes. */
  async function check(...attempts: Attempt[]): Promise<void> {
    const uses = await listCurrent(attempts);
    for (const { rule, who } of attempts) rejectOverLimit(uses.get(keyFor(rule, who)), rule.max - 1);
  }

  /** Like consume, for limits that were just checked. */
  async function count(...attempts: Attempt[]): Promise<void> {
    if (!on) return;
    // Rejected inside the transaction, so that a rejected attempt is not counted.
    await transaction([], async (tx) => {
      for (const { rule, use } of await recordAll(tx, attempts)) rejectOverLimit(use, rule.max);
    });
  }

  async function isUsedUp(attempt: Attempt): Promise<boolean> {
    const [use] = (await listCurrent([attempt])).values();
    return use !== undefined && use.used >= attempt.rule.max;
  }

  /** Counts without checking, for attempts that are only known to be bad afterwards. */
  async function record(...attempts: Attempt[]): Promise<void> {
    if (on) await transaction([], (tx) => recordAll(tx, attempts));
  }

  /** Uncounts a successful attempt. */
  async function undo(...attempts: Attempt[]): Promise<void> {
    if (!on) return;
    await transaction([], async (tx) => {
      for (const { rule, who } of inLockOrder(attempts)) await store.undo(tx, keyFor(rule, who));
    });
  }

  async function cleanUp(): Promise<void> {
    await transaction([], (tx) => store.removeExpired(tx, now().toISOString()));
  }

  /** Those whose window has not ended, by key. */
  async function listCurrent(attempts: Attempt[]): Promise<Map<string, store.Use>> {
    const names = attempts.map(({ rule, who }) => keyFor(rule, who));
    const uses = on ? await store.list(db, names) : [];
    const at = now().toISOString();
    return new Map(uses.filter(({ until }) => until > at).map((use) => [use.name, use]));
  }

  function recordAll(tx: Db, attempts: Attempt[]): Promise<{ rule: RateLimit; use: store.Use }[]> {
    const at = now();
    return Promise.all(
      inLockOrder(attempts).map(async ({ rule, who }) => {
        const until = new Date(at.getTime() + rule.minutes * 60_000).toISOString();
        const use = { name: keyFor(rule, who), max: rule.max, now: at.toISOString(), until };
        return { rule, use: await store.record(tx, use) };
      }),
    );
  }

  function rejectOverLimit(use: store.Use | undefined, max: number): void {
    if (!use || use.used <= max) return;
    const seconds = Math.max(1, Math.ceil((Date.parse(use.until) - now().getTime()) / 1000));
    const minutes = Math.ceil(seconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw tooManyRequests(`Too many attempts. Please wait ${wait} and try again.`, seconds);
  }
}

/** Two attempts that count the same keys in another order could deadlock. */
const inLockOrder = (attempts: Attempt[]): Attempt[] =>
  attempts.toSorted((a, b) => (keyFor(a.rule, a.who) < keyFor(b.rule, b.who) ? -1 : 1));

/** Emails, phone numbers and addresses are stored hashed. */
const keyFor = ({ name }: RateLimit, who: string) => `${name} ${createHash('sha256').update(who).digest('base64url')}`;
