// How often something may be tried. Counted in the database, so that all instances count together and a
// restart forgets nothing.
import { createHash } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { tooManyRequests } from '#server/http-errors.ts';
import * as store from './rate-limits.store.ts';

export type RateLimit = { name: string; max: number; minutes: number };
/** One rule as it applies to one account, address or phone. */
export type Attempt = { rule: RateLimit; who: string };

export type RateLimits = ReturnType<typeof createRateLimits>;

export function createRateLimits({ database, now, on }: { database: Database; now: Clock; on: boolean }) {
  const { db, transaction } = database;
  return { consume, check, record, undo, cleanUp };

  /** Counts a try of each, or refuses with the time to wait. */
  async function consume(...attempts: Attempt[]): Promise<void> {
    if (!on) return;
    await check(...attempts);
    const uses = await transaction([], (tx) => recordAll(tx, attempts));
    for (const [index, { rule }] of attempts.entries()) rejectOverLimit(uses[index], rule.max);
  }

  /** Refuses if one of them is used up. Only reads: an attack costs no more than that. */
  async function check(...counted: Attempt[]): Promise<void> {
    if (!on) return;
    for (const { rule, who } of counted) {
      const use = await store.find(db, keyFor(rule, who));
      if (use && use.until > now().toISOString()) rejectOverLimit(use, rule.max - 1);
    }
  }

  /** Counts without refusing, for what is only known to be bad afterwards. */
  async function record(...counted: Attempt[]): Promise<void> {
    if (on) await transaction([], (tx) => recordAll(tx, counted));
  }

  /** The try was a good one after all. */
  async function undo(...counted: Attempt[]): Promise<void> {
    if (!on) return;
    await transaction([], async (tx) => {
      for (const { rule, who } of counted) await store.undo(tx, keyFor(rule, who));
    });
  }

  async function cleanUp(): Promise<void> {
    await transaction([], (tx) => store.removeExpired(tx, now().toISOString()));
  }

  // Always in the same order, or two tries that count the same things could wait for each other.
  async function recordAll(tx: Db, counted: Attempt[]): Promise<store.Use[]> {
    const uses = new Map<string, store.Use>();
    for (const { rule, who } of counted.toSorted((a, b) => (keyFor(a.rule, a.who) < keyFor(b.rule, b.who) ? -1 : 1))) {
      const name = keyFor(rule, who);
      const until = new Date(now().getTime() + rule.minutes * 60_000).toISOString();
      uses.set(name, await store.record(tx, { name, max: rule.max, now: now().toISOString(), until }));
    }
    return counted.flatMap(({ rule, who }) => uses.get(keyFor(rule, who)) ?? []);
  }

  function rejectOverLimit(use: store.Use | undefined, most: number): void {
    if (!use || use.used <= most) return;
    const seconds = Math.max(1, Math.ceil((Date.parse(use.until) - now().getTime()) / 1000));
    const minutes = Math.ceil(seconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw tooManyRequests(`Too many tries. Please wait ${wait} and try again.`, seconds);
  }
}

/** E-mails, phones and addresses are not kept in the clear for this. */
const keyFor = ({ name }: RateLimit, who: string) => `${name} ${createHash('sha256').update(who).digest('base64url')}`;
