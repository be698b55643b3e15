// What every card payment has around it: one run per key, a response in time, and limits on calls and declined cards.
import type { PaymentResponse } from '#contracts/orders.ts';
import type { CacheTag } from '#server/database/cache-tags.ts';
import type { Db } from '#server/database/schema.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { DATABASE_OUTAGE_MESSAGE, databaseOutage, isDatabaseOutage } from '#server/http/database-outage.ts';
import { HttpError } from '#server/http-errors.ts';
import { chargeOnce, responseOf, type Started } from './charge-once.ts';
import * as store from './charges.store.ts';
import { type CheckoutKey, rejectOtherRequest, rejectUsedKey } from './checkout-key.ts';
import { checkLimits, countDecline, reserveTries, returnTries } from './payment-limits.ts';
import { isPending, NOT_CHARGED, STILL_CONFIRMING } from './payment-response.ts';
import type { CardProvider } from './providers/provider.ts';
import type { ChargeShop } from './purpose.ts';

/** A buyer never waits longer than this for a response. */
const RESPONSE_MS = 28_000;
const POLL_MS = 150;

/** What is bought, and who pays. */
export type Purchase = CheckoutKey & {
  payer: { address: string; phone: string };
  /** Represents the card. */
  token: string;
  /** What `start` changes. */
  changes: CacheTag[];
  /** Writes what is bought and its open charge. Undefined if another request with this key was faster. */
  start(tx: Db, card: ChargedBy): Promise<Started | undefined>;
};

/** What a new charge is written with. */
export type ChargedBy = { checkout_key: string; request_hash: string; provider: string; shopId: string };

type Running = Purchase & { card: CardProvider; deadline: Deadline; reply: { pending: boolean } };

const NOT_SET_UP = 'Card payments are not set up on this site. Nothing was charged. Please call us.';
const NO_DATABASE =
  "We can't take payments right now. This attempt did not charge your card. Please try again in a few seconds.";
const PAUSED = 'Card payments are paused on this site. Nothing was charged. Please call us.';

export function requireProvider({ provider }: ChargeShop): CardProvider {
  if (!provider) throw new HttpError(503, NOT_SET_UP);
  return provider;
}

/** Takes a payment once per key. */
export function takePayment(shop: ChargeShop, purchase: Purchase): Promise<PaymentResponse> {
  const { key, requestHash } = purchase;
  const { inFlight } = shop;
  const first = inFlight.get(key);
  if (first) {
    rejectOtherRequest(first.requestHash, requestHash);
    return first.response;
  }
  const card = requireProvider(shop);
  const running = { ...purchase, card, deadline: deadlineIn(RESPONSE_MS), reply: { pending: false } };
  const result = run(shop, running).catch((error) => explainOutage(shop, error));
  const response = respondInTime(result, running.reply);
  inFlight.set(key, { requestHash, response });
  return response.finally(() => inFlight.delete(key));
}

/** Resolves when no payment is running any more. Used at shutdown. */
export async function waitForPayments({ inFlight }: ChargeShop): Promise<void> {
  await Promise.allSettled([...inFlight.values()].map(({ response }) => response));
}

async function run(shop: ChargeShop, running: Running): Promise<PaymentResponse> {
  const { payer, key } = running;
  const checked = checkLimits(shop, payer);
  // What it found is not needed if this is a repeat.
  checked.catch(() => {});
  // Before anything that refuses the payment: this one may have been charged.
  if (await store.findByCheckoutKey(shop.database.db, key)) return repeatResponse(shop, running);
  if (!shop.acceptsPayments) throw new HttpError(503, NOT_SET_UP);
  if (await shop.copyGuard.isSuspended()) throw new HttpError(503, PAUSED);
  const tries = await reserveTries(shop, payer, checked);
  let declined = false;
  try {
    const started = await start(shop, running);
    if (!started) return await repeatResponse(shop, running);
    const onDeclined = () => {
      declined = true;
    };
    return await chargeOnce(shop, { ...running, ...started, onDeclined });
  } finally {
    // The buyer's response does not depend on it.
    await (declined ? countDecline(shop) : returnTries(shop, tries)).catch((error) =>
      shop.report(error, 'The limit on declined cards was not updated.'),
    );
  }
}

async function start(shop: ChargeShop, running: Running): Promise<Started | undefined> {
  const shopId = await shop.shopId();
  const chargedBy = {
    checkout_key: running.key,
    request_hash: running.requestHash,
    provider: running.card.name,
    shopId,
  };
  return shop.database.transaction(running.changes, (tx) => running.start(tx, chargedBy));
}

/** Once the card is charged, `chargeOnce` answers for every error. So here it was not, at least not by this attempt. */
function explainOutage({ report }: ChargeShop, error: unknown): never {
  if (!(error instanceof Error && isDatabaseOutage(error))) throw error;
  report(error, DATABASE_OUTAGE_MESSAGE);
  throw databaseOutage(NO_DATABASE);
}

/** This key was used, perhaps in another process: wait for its outcome and return that. */
async function repeatResponse(shop: ChargeShop, running: Running): Promise<PaymentResponse> {
  const { db } = shop.database;
  await rejectUsedKey(db, running);
  for (;;) {
    const charge = await store.findByCheckoutKey(db, running.key);
    if (!charge) throw new HttpError(503, NOT_CHARGED);
    if (!isPending(charge) || running.deadline.remainingMs() < POLL_MS) return responseOf(shop, db, charge);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Responds before the deadline; the work continues in the background. */
function respondInTime(work: Promise<PaymentResponse>, reply: { pending: boolean }): Promise<PaymentResponse> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<PaymentResponse>((resolve) => {
    timer = setTimeout(() => {
      reply.pending = true;
      resolve({ status: 'pending', error: STILL_CONFIRMING });
    }, RESPONSE_MS + 500);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
