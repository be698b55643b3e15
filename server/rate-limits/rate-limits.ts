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
  return { consume, check, isUsedUp, record, undo, cleanUp };

  /** Counts one attempt for each rule, or throws with the time to wait. */
  async function consume(...attempts: Attempt[]): Promise<void> {
    if (!on) return;
    await check(...attempts);
    // Rejected inside the transaction, so that a rejected attempt is not counted.
    await transaction([], async (tx) => {
      const uses = await recordAll(tx, attempts);
      for (const [index, { rule }] of attempts.entries()) rejectOverLimit(uses[index], rule.max);
    });
  }

  /** Throws if any limit is used up. Read-only, so an attack costs no writes. */
  async function check(...attempts: Attempt[]): Promise<void> {
    if (!on) return;
    for (const { rule, who } of attempts) {
      const use = await store.find(db, keyFor(rule, who));
      if (use && use.until > now().toISOString()) rejectOverLimit(use, rule.max - 1);
    }
  }

  async function isUsedUp({ rule, who }: Attempt): Promise<boolean> {
    const use = on ? await store.find(db, keyFor(rule, who)) : undefined;
    return use !== undefined && use.until > now().toISOString() && use.used >= rule.max;
  }

  /** Counts without checking, for attempts that are only known to be bad afterwards. */
  async function record(...attempts: Attempt[]): Promise<void> {
    if (on) await transaction([], (tx) => recordAll(tx, attempts));
  }

  /** Uncounts a successful attempt. */
  async function undo(...attempts: Attempt[]): Promise<void> {
    if (!on) return;
    await transaction([], async (tx) => {
      for (const { rule, who } of attempts) await store.undo(tx, keyFor(rule, who));
    });
  }

  async function cleanUp(): Promise<void> {
    await transaction([], (tx) => store.removeExpired(tx, now().toISOString()));
  }

  // Always in the same order: two attempts that count the same keys could otherwise deadlock.
  async function recordAll(tx: Db, attempts: Attempt[]): Promise<store.Use[]> {
    const uses = new Map<string, store.Use>();
    for (const { rule, who } of attempts.toSorted((a, b) => (keyFor(a.rule, a.who) < keyFor(b.rule, b.who) ? -1 : 1))) {
      const name = keyFor(rule, who);
      const until = new Date(now().getTime() + rule.minutes * 60_000).toISOString();
      uses.set(name, await store.record(tx, { name, max: rule.max, now: now().toISOString(), until }));
    }
    return attempts.flatMap(({ rule, who }) => uses.get(keyFor(rule, who)) ?? []);
  }

  function rejectOverLimit(use: store.Use | undefined, max: number): void {
    if (!use || use.used <= max) return;
    const seconds = Math.max(1, Math.ceil((Date.parse(use.until) - now().getTime()) / 1000));
    const minutes = Math.ceil(seconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw tooManyRequests(`Too many attempts. Please wait ${wait} and try again.`, seconds);
  }
}

/** Emails, phone numbers and addresses are stored hashed. */
const keyFor = ({ name }: RateLimit, who: string) => `${name} ${createHash('sha256').update(who).digest('base64url')}`;
