// How many cards may be declined: from an address, of a phone number, and in the whole shop.
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { deadlineIn } from '#server/deadline.ts';
import { HttpError } from '#server/http-errors.ts';
import type { Attempt, RateLimit, RateLimits } from '#server/rate-limits/rate-limits.ts';
import * as alertStore from './payment-alerts.store.ts';
import { raiseAlert, shopAlert } from './payment-alerts.ts';

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
  report(error: Error, what: string): void;
};

/**
 * Counts the payment as declined before the card is tried, so that parallel tries cannot get past the limit. The caller
 * gives the tries back unless the card is declined.
 */
export async function reserveTries(
  { rateLimits, inFlight }: Deps,
  { address, phone }: { address: string; phone: string },
): Promise<Attempt[]> {
  const tries = [
    { rule: declinesPerAddress, who: address },
    { rule: declinesPerPhone, who: digitsOf(phone) },
  ];
  if (await rateLimits.isUsedUp(wholeShop)) tries.push({ rule: declinesWithBrake, who: address });
  const turn = deadlineIn(TURN_MS);
  for (;;) {
    try {
      await rateLimits.consume(...tries);
      return tries;
    } catch (error) {
      // Others may be about to give their tries back.
      if (!(error instanceof HttpError) || inFlight.size <= 1 || turn.remainingMs() === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

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
