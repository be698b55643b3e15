// What every card payment has around it: one run per key, a response in time, and limits on calls and declined cards.
import type { PaymentResponse } from '#contracts/orders.ts';
import type { CardProvider } from '#server/charges/providers/provider.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { DATABASE_OUTAGE_MESSAGE, databaseOutage, isDatabaseOutage } from '#server/http/database-outage.ts';
import { HttpError } from '#server/http-errors.ts';
import type { Attempt, RateLimits } from '#server/rate-limits/rate-limits.ts';
import { type CheckoutKey, rejectOtherRequest, rejectUsedKey } from './checkout-key.ts';
import { checkLimits, countDecline, reserveTries, returnTries } from './payment-limits.ts';
import { NOT_CHARGED, STILL_CONFIRMING } from './payment-response.ts';
import type { CopyGuard } from './shop-copy.ts';

/** A buyer never waits longer than this for a response. */
const RESPONSE_MS = 28_000;
const POLL_MS = 150;

export type PaymentDeps = {
  database: Database;
  provider: CardProvider | undefined;
  /** False with PAYMENTS=off: open payments are settled, but there are no new ones. */
  acceptsPayments: boolean;
  copyGuard: Pick<CopyGuard, 'isSuspended'>;
  rateLimits: RateLimits;
  now: Clock;
  /** Prefixes our references at the provider. */
  shopId(): Promise<string>;
  report(error: Error, what: string): void;
};

export type CardPayments = PaymentDeps & {
  /** Payments running in this process: a second click waits for the first. */
  inFlight: Map<string, { requestHash: string; response: Promise<PaymentResponse> }>;
  /** Of the limit on declined cards. */
  unreturned: Attempt[];
};

/** A payment that is running. */
export type Running = CheckoutKey & {
  card: CardProvider;
  deadline: Deadline;
  /** Whether the payer was told to wait for the outcome. */
  reply: { pending: boolean };
};

type Payer = { address: string; phone: string };

/** What a kind of payment does itself. */
type Work = {
  /** What became of an earlier request with this key. */
  findEarlier(): Promise<{ isOpen: boolean; response(): PaymentResponse } | undefined>;
  /** Undefined if another request with this key was faster. */
  start(running: Running, onDeclined: () => void): Promise<PaymentResponse | undefined>;
};

const NOT_SET_UP = 'Card payments are not set up on this site. Nothing was charged. Please call us.';
const NO_DATABASE =
  "We can't take payments right now. This attempt did not charge your card. Please try again in a few seconds.";
const PAUSED = 'Card payments are paused on this site. Nothing was charged. Please call us.';

export const createCardPayments = (deps: PaymentDeps): CardPayments => ({
  ...deps,
  inFlight: new Map(),
  unreturned: [],
});

export function requireProvider({ provider }: CardPayments): CardProvider {
  if (!provider) throw new HttpError(503, NOT_SET_UP);
  return provider;
}

/** Takes a payment once per key. */
export function takePayment(
  payments: CardPayments,
  { key, requestHash }: CheckoutKey,
  payer: Payer,
  work: Work,
): Promise<PaymentResponse> {
  const { inFlight } = payments;
  const first = inFlight.get(key);
  if (first) {
    rejectOtherRequest(first.requestHash, requestHash);
    return first.response;
  }
  const running: Running = {
    ...{ key, requestHash, card: requireProvider(payments) },
    ...{ deadline: deadlineIn(RESPONSE_MS), reply: { pending: false } },
  };
  const result = run(payments, running, payer, work).catch((error) => explainOutage(payments, error));
  const response = respondInTime(result, running.reply);
  inFlight.set(key, { requestHash, response });
  return response.finally(() => inFlight.delete(key));
}

/** Resolves when no payment is running any more. Used at shutdown. */
export async function waitForPayments({ inFlight }: CardPayments): Promise<void> {
  await Promise.allSettled([...inFlight.values()].map(({ response }) => response));
}

async function run(payments: CardPayments, running: Running, payer: Payer, work: Work): Promise<PaymentResponse> {
  const checked = checkLimits(payments, payer);
  // What it found is not needed if this is a repeat.
  checked.catch(() => {});
  // Before anything that refuses the payment: this one may have been charged.
  if (await work.findEarlier()) return repeatResponse(payments, running, work);
  if (!payments.acceptsPayments) throw new HttpError(503, NOT_SET_UP);
  if (await payments.copyGuard.isSuspended()) throw new HttpError(503, PAUSED);
  const tries = await reserveTries(payments, payer, checked);
  let declined = false;
  try {
    const response = await work.start(running, () => {
      declined = true;
    });
    return response ?? (await repeatResponse(payments, running, work));
  } finally {
    // The buyer's response does not depend on it.
    await (declined ? countDecline(payments) : returnTries(payments, tries)).catch((error) =>
      payments.report(error, 'The limit on declined cards was not updated.'),
    );
  }
}

/** Once the card is charged, `chargeOnce` answers for every error. So here it was not, at least not by this attempt. */
function explainOutage({ report }: CardPayments, error: unknown): never {
  if (!(error instanceof Error && isDatabaseOutage(error))) throw error;
  report(error, DATABASE_OUTAGE_MESSAGE);
  throw databaseOutage(NO_DATABASE);
}

/** This key was used, perhaps in another process: wait for its outcome and return that. */
async function repeatResponse({ database }: CardPayments, running: Running, work: Work): Promise<PaymentResponse> {
  await rejectUsedKey(database.db, running);
  for (;;) {
    const earlier = await work.findEarlier();
    if (!earlier) throw new HttpError(503, NOT_CHARGED);
    if (!earlier.isOpen || running.deadline.remainingMs() < POLL_MS) return earlier.response();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Responds before the deadline; the work continues in the background. */
function respondInTime(work: Promise<PaymentResponse>, reply: Running['reply']): Promise<PaymentResponse> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<PaymentResponse>((resolve) => {
    timer = setTimeout(() => {
      reply.pending = true;
      resolve({ status: 'pending', error: STILL_CONFIRMING });
    }, RESPONSE_MS + 500);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
