// How many payment calls an address may make, and how many cards may be declined: from an address, of a phone number, and
// in the whole shop.
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { deadlineIn } from '#server/deadline.ts';
import { HttpError } from '#server/http-errors.ts';
import type { Attempt, RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import * as alertStore from './payment-alerts.store.ts';
import { raiseAlert, shopAlert } from './payment-alerts.ts';

const callsPerAddress: RateLimit = { name: 'payment calls from an address', max: 60, minutes: 1 };
const declinesPerAddress: RateLimit = { name: 'declined cards from an address', max: 5, minutes: 10 };
const declinesPerPhone: RateLimit = { name: 'declined cards of a phone', max: 5, minutes: 10 };
/** This many look like someone trying out stolen cards from many addresses. The brake then leaves each address one try. */
const declinesInShop: RateLimit = { name: 'declined cards in the shop', max: 40, minutes: 10 };
const declinesWithBrake: RateLimit = { name: 'declined cards from an address with the brake on', max: 1, minutes: 10 };
/** How long a payment waits for others from its address, so that a brewery can pay six times at once. */
const TURN_MS = 8_000;
const POLL_MS = 150;

type Deps = {
  database: Database;
  rateLimits: RateLimits;
  now: Clock;
  /** Checkouts running in this process. */
  inFlight: { size: number };
  /** Tries that could not be given back yet. */
  unreturned: Attempt[];
  report(error: Error, what: string): void;
};

type Payer = { address: string; phone: string };

/** The payment as a call and as tries of a card, or throws with the time to wait. */
export async function checkLimits({ rateLimits }: Deps, { address, phone }: Payer) {
  const call = paymentCall(address);
  const tries = [
    { rule: declinesPerAddress, who: address },
    { rule: declinesPerPhone, who: digitsOf(phone) },
  ];
  const [brakeIsOn] = await Promise.all([rateLimits.isUsedUp(wholeShop), rateLimits.check(call, ...tries)]);
  return { call, tries: brakeIsOn ? [...tries, { rule: declinesWithBrake, who: address }] : tries };
}

/**
 * Counts the payment as declined before the card is tried, so that parallel tries cannot get past the limit. The caller
 * gives the returned tries back unless the card is declined (`returnTries`).
 */
export async function reserveTries(
  deps: Deps,
  payer: Payer,
  checked: ReturnType<typeof checkLimits>,
): Promise<Attempt[]> {
  const { rateLimits, inFlight } = deps;
  const turn = deadlineIn(TURN_MS);
  for (let next = checked; ; next = checkLimits(deps, payer)) {
    try {
      const { call, tries } = await next;
      await rateLimits.count(call, ...tries);
      return tries;
    } catch (error) {
      if (!(error instanceof HttpError) || inFlight.size <= 1 || turn.remainingMs() === 0) throw error;
      await rateLimits.check(paymentCall(payer.address));
      // Others may be about to give their tries back.
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** Gives tries back, and those that could not be given back before: an outage of the database is no declined card. */
export async function returnTries(
  { rateLimits, unreturned }: Pick<Deps, 'rateLimits' | 'unreturned'>,
  tries: Attempt[] = [],
): Promise<void> {
  const due = [...unreturned.splice(0), ...tries];
  if (due.length === 0) return;
  await rateLimits.undo(...due).catch((error) => {
    unreturned.push(...due);
    throw error;
  });
}

/** Counts a payment call. Repeats are not counted: a buyer may ask about their order as often as they like. */
export async function countPaymentCall({ rateLimits }: Pick<Deps, 'rateLimits'>, address: string): Promise<void> {
  await rateLimits.consume(paymentCall(address));
}

const paymentCall = (address: string): Attempt => ({ rule: callsPerAddress, who: address });

const wholeShop: Attempt = { rule: declinesInShop, who: 'everyone' };

export async function countDecline(deps: Deps): Promise<void> {
  const wasOn = await deps.rateLimits.isUsedUp(wholeShop);
  await deps.rateLimits.record(wholeShop);
  if (wasOn || !(await deps.rateLimits.isUsedUp(wholeShop))) return;
  const what = `${declinesInShop.max} cards were declined in ${declinesInShop.minutes} minutes. Someone may be testing stolen cards, so each address now has one try. Check the latest paid orders`;
  await raiseAlert(deps, shopAlert(what), alertStore.raiseAgain);
}

/** The digits of a phone number, or the text itself if it has none. */
const digitsOf = (phone: string): string => phone.replace(/\D/g, '') || phone;
