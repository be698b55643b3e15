// A shop's checkout and reconciler on a real database, beside a provider that misbehaves, with a process that can be made to
// die between any two steps. Everything but the dying is the real thing.

import { randomUUID } from 'node:crypto';
import { createAudit } from '#server/audit/audit.ts';
import * as stock from '#server/catalog/stock.store.ts';
import { configFrom } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { HttpError } from '#server/http-errors.ts';
import { createOutbox } from '#server/mail/mail.ts';
import { createCheckout, placeOrder } from '#server/orders/payment/checkout.ts';
import { createOrderTransitions } from '#server/orders/payment/order-transitions.ts';
import { reconcile } from '#server/orders/payment/reconciler.ts';
import { createRefunds } from '#server/orders/payment/refunds.ts';
import { createShopId } from '#server/orders/payment/shop-id.ts';
import { sweepPayments } from '#server/orders/payment/sweep.ts';
import type { CardProvider } from '#server/payments/provider.ts';
import { squareProvider } from '#server/payments/square.ts';
import { createRateLimits } from '#server/rate-limits/rate-limits.ts';
import { type Fault, type SquareCall, squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { type Acknowledged, violatedInvariants } from '#server/testing/invariants.ts';

/** Dies at the nth commit: before it, or right after it. */
export type Crash = { at: number; when: 'before' | 'after' };
export type Run = {
  faults: Partial<Record<SquareCall, Fault>>;
  crash?: Crash;
  crashAgain?: Crash;
  token?: string;
  /** The process stalls while it authorises, for so long that another one gives its order up. */
  givenUp?: boolean;
};

class Died extends Error {}

const TRY_MS = 40;
const STEP_MS = 15_000;
/** Five minutes: after that nothing may be open any more. */
const STEPS = 20;

export async function openFaultHarness(database: Database, tryMs = TRY_MS) {
  const clock = { now: new Date('2026-10-01T17:00:00.000Z') };
  const square = await startFakeSquare({ now: () => clock.now, slowMs: tryMs * 2 });
  const config = configFrom({ ...squareSettings, SQUARE_API_URL: square.url });
  const told: Acknowledged[] = [];
  const shopId = createShopId(database);
  await shopId();
  return { database, square, clock, place, run, settle, broken, close: square.close };

  /** One checkout from click to rest: the fault, the death, and what the next process makes of it. */
  async function run({ faults, crash, crashAgain, givenUp, token = 'cnon:card-nonce-ok' }: Run): Promise<string[]> {
    square.faultOf = (call) => faults[call];
    if (givenUp)
      square.duringCall = async (call) => {
        if (call !== 'create') return;
        square.duringCall = async () => {};
        clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
        await reconcile(processThat(undefined).reconciler);
      };
    await place({ token, ...(crash && { crash }) });
    square.faultOf = () => undefined;
    square.duringCall = async () => {};
    // A request that was under way when the process died still arrives.
    await square.allArrived();
    if (crashAgain) {
      clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
      await reconcile(processThat(crashAgain).reconciler).catch(ignoreDeath);
    }
    await settle();
    return broken();
  }

  async function place(buying: { token: string; crash?: Crash; pounds?: number }): Promise<Acknowledged> {
    const key = randomUUID();
    const heard = { key, ...(await answerTo(key, buying)) };
    told.push(heard);
    return heard;
  }

  async function answerTo(
    key: string,
    { token, crash, pounds = 1 }: Parameters<typeof place>[0],
  ): Promise<Acknowledged> {
    const request = {
      sourceId: token,
      amount: 1600 * pounds,
      orderDetails: {
        ...{ name: 'Dana', email: null, address: null, phone: '707', locationOption: 'pickup' as const },
        lines: [{ productId: 1, quantity: pounds }],
      },
    };
    try {
      const { status, order } = await placeOrder(processThat(crash).checkout, request, {
        idempotencyKey: key,
        actor: undefined,
        address: '127.0.0.1',
      });
      return { ...(order && { order: order.id }), status: status === 'success' ? 200 : 202 };
    } catch (error) {
      if (error instanceof HttpError) return { status: error.status };
      ignoreDeath(error);
      return { status: undefined };
    }
  }

  /** Time goes by, the provider answers again, and a healthy process looks after what is left. */
  async function settle(): Promise<void> {
    const { reconciler } = processThat(undefined);
    for (let step = 0; step < STEPS; step += 1) {
      clock.now = new Date(clock.now.getTime() + STEP_MS);
      await reconcile(reconciler);
      await sweepPayments(reconciler);
    }
  }

  function broken(): Promise<string[]> {
    return violatedInvariants(database, { payments: square.payments.values() }, told);
  }

  function processThat(crash: Crash | undefined) {
    const life = { dead: false };
    const own = crash ? mortal(database, crash, life) : database;
    const now = () => clock.now;
    const siteUrl = () => 'http://hops.example';
    const report = () => {};
    const timing = { tryMs, pauseMs: 2 };
    if (!config.square) throw new Error('There are no settings for Square.');
    const provider = mortalProvider(squareProvider({ square: config.square, report, timing }), life);
    const outbox = createOutbox({ database: own, transport: { deliver: async () => {} }, now, report });
    const rateLimits = createRateLimits({ database: own, now, on: false });
    const audit = createAudit({ database: own, now });
    const transitions = createOrderTransitions({ stock, outbox, now, siteUrl });
    const refunds = createRefunds({ database: own, provider, transitions, outbox, audit, now, siteUrl });
    return {
      checkout: createCheckout({ database: own, provider, transitions, stock, rateLimits, now, shopId, report }),
      reconciler: { database: own, provider, transitions, refunds, now, shopId, report },
    };
  }
}

function mortal(database: Database, { at, when }: Crash, life: { dead: boolean }): Database {
  let commits = 0;
  return {
    ...database,
    async transaction(topics, work) {
      if (life.dead) throw new Died();
      commits += 1;
      if (commits === at && when === 'before') {
        life.dead = true;
        throw new Died();
      }
      const result = await database.transaction(topics, work);
      if (commits !== at) return result;
      life.dead = true;
      throw new Died();
    },
  };
}

/** The dead make no calls. */
function mortalProvider(provider: CardProvider, life: { dead: boolean }): CardProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      if (life.dead) throw new Died();
      return Reflect.get(target, name, receiver);
    },
  });
}

function ignoreDeath(error: unknown): void {
  if (!(error instanceof Died)) throw error;
}
