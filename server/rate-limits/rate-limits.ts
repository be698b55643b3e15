// How often something may be tried. Counted in the database, so that all instances count together and a
// restart forgets nothing.
import { createHash } from 'node:crypto';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/schema.ts';
import { tooMany } from '#server/http-errors.ts';
import * as store from './rate-limits.store.ts';

export type Rule = { name: string; most: number; minutes: number };
/** One rule as it applies to one account, address or phone. */
export type Counted = { rule: Rule; who: string };

export type Limits = ReturnType<typeof createLimits>;

export function createLimits({ database, now, on }: { database: Database; now: Clock; on: boolean }) {
  const { db, change } = database;
  return { take, check, count, giveBack, tidy };

  /** Counts a try of each, or refuses with the time to wait. */
  async function take(...counted: Counted[]): Promise<void> {
    if (!on) return;
    await check(...counted);
    const uses = await change([], (tx) => counts(tx, counted));
    for (const [index, { rule }] of counted.entries()) refuseOver(uses[index], rule.most);
  }

  /** Refuses if one of them is used up. Only reads: an attack costs no more than that. */
  async function check(...counted: Counted[]): Promise<void> {
    if (!on) return;
    for (const { rule, who } of counted) {
      const use = await store.find(db, nameOf(rule, who));
      if (use && use.until > now().toISOString()) refuseOver(use, rule.most - 1);
    }
  }

  /** Counts without refusing, for what is only known to be bad afterwards. */
  async function count(...counted: Counted[]): Promise<void> {
    if (on) await change([], (tx) => counts(tx, counted));
  }

  /** The try was a good one after all. */
  async function giveBack(...counted: Counted[]): Promise<void> {
    if (!on) return;
    await change([], async (tx) => {
      for (const { rule, who } of counted) await store.giveBack(tx, nameOf(rule, who));
    });
  }

  async function tidy(): Promise<void> {
    await change([], (tx) => store.removeOver(tx, now().toISOString()));
  }

  // Always in the same order, or two tries that count the same things could wait for each other.
  async function counts(tx: Db, counted: Counted[]): Promise<store.Use[]> {
    const uses = new Map<string, store.Use>();
    for (const { rule, who } of counted.toSorted((a, b) => (nameOf(a.rule, a.who) < nameOf(b.rule, b.who) ? -1 : 1))) {
      const name = nameOf(rule, who);
      const until = new Date(now().getTime() + rule.minutes * 60_000).toISOString();
      uses.set(name, await store.count(tx, { name, most: rule.most, now: now().toISOString(), until }));
    }
    return counted.flatMap(({ rule, who }) => uses.get(nameOf(rule, who)) ?? []);
  }

  function refuseOver(use: store.Use | undefined, most: number): void {
    if (!use || use.used <= most) return;
    const seconds = Math.max(1, Math.ceil((Date.parse(use.until) - now().getTime()) / 1000));
    const minutes = Math.ceil(seconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw tooMany(`Too many tries. Please wait ${wait} and try again.`, seconds);
  }
}

/** E-mails, phones and addresses are not kept in the clear for this. */
const nameOf = ({ name }: Rule, who: string) => `${name} ${createHash('sha256').update(who).digest('base64url')}`;
