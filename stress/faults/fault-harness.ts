// The checkout and reconciler on a real database, with a provider that fails on demand and a process that can crash between any
// two steps. Everything but the crash is real.

import { randomUUID } from 'node:crypto';
import { defaultSettings } from '#contracts/default-settings.ts';
import { createAudit } from '#server/audit/audit.ts';
import * as stock from '#server/catalog/stock.store.ts';
import { configFrom } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { HttpError } from '#server/http-errors.ts';
import { createOutbox } from '#server/mail/mail.ts';
import { createCheckout, placeOrder as runCheckout } from '#server/orders/payment/checkout.ts';
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

/** Crashes at the nth commit, before it or right after it. */
export type Crash = { at: number; when: 'before' | 'after' };
export type Run = {
  faults: Partial<Record<SquareCall, Fault>>;
  crash?: Crash;
  crashAgain?: Crash;
  token?: string;
  /** The process stalls while authorizing, so long that another one fails its order. */
  abandoned?: boolean;
};

class Crashed extends Error {}

const TRY_MS = 40;
const STEP_MS = 15_000;
/** Five minutes: after that, nothing may still be open. */
const STEPS = 20;

export async function openFaultHarness(database: Database, tryMs = TRY_MS) {
  const clock = { now: new Date('2026-10-01T17:00:00.000Z') };
  const square = await startFakeSquare({ now: () => clock.now, slowMs: tryMs * 2 });
  const config = configFrom({ ...squareSettings, SQUARE_API_URL: square.url });
  const responses: Acknowledged[] = [];
  const shopId = createShopId(database);
  await shopId();
  // A shop decides this before its first order, so no crash falls in between.
  const copyGuard = { isSuspended: async () => false };
  return { database, square, clock, placeOrder, run, settle, violations, close: square.close };

  /** Runs one checkout with its faults and crashes, lets a new process recover, and returns the violated invariants. */
  async function run({ faults, crash, crashAgain, abandoned, token = 'cnon:card-nonce-ok' }: Run): Promise<string[]> {
    square.faultOf = (call) => faults[call];
    if (abandoned)
      square.duringCall = async (call) => {
        if (call !== 'create') return;
        square.duringCall = async () => {};
        clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
        await reconcile(startProcess(undefined).reconciler);
      };
    await placeOrder({ token, ...(crash && { crash }) });
    square.faultOf = () => undefined;
    square.duringCall = async () => {};
    // A request that was in flight when the process crashed still arrives.
    await square.allArrived();
    if (crashAgain) {
      clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
      await reconcile(startProcess(crashAgain).reconciler).catch(ignoreCrash);
    }
    await settle();
    return violations();
  }

  async function placeOrder(order: { token: string; crash?: Crash; pounds?: number }): Promise<Acknowledged> {
    const key = randomUUID();
    const response = { key, ...(await checkOut(key, order)) };
    responses.push(response);
    return response;
  }

  async function checkOut(
    key: string,
    { token, crash, pounds = 1 }: Parameters<typeof placeOrder>[0],
  ): Promise<Acknowledged> {
    const request = {
      sourceId: token,
      amount: 1600 * pounds,
      orderDetails: {
        name: 'Dana',
        email: null,
        address: null,
        phone: '707',
        locationOption: 'pickup' as const,
        lines: [{ productId: 1, quantity: pounds }],
      },
    };
    try {
      const { status, order } = await runCheckout(startProcess(crash).checkout, request, {
        idempotencyKey: key,
        actor: undefined,
        address: '127.0.0.1',
      });
      return { ...(order && { order: order.id }), status: status === 'success' ? 200 : 202 };
    } catch (error) {
      if (error instanceof HttpError) return { status: error.status };
      ignoreCrash(error);
      return { status: undefined };
    }
  }

  /** Lets time pass with a healthy provider and a healthy process that cleans up. */
  async function settle(): Promise<void> {
    const { reconciler } = startProcess(undefined);
    for (let step = 0; step < STEPS; step += 1) {
      clock.now = new Date(clock.now.getTime() + STEP_MS);
      await reconcile(reconciler);
      await sweepPayments(reconciler);
    }
  }

  function violations(): Promise<string[]> {
    return violatedInvariants(database, { payments: square.payments.values() }, responses);
  }

  function startProcess(crash: Crash | undefined) {
    const process = { crashed: false };
    const ownDatabase = crash ? crashingDatabase(database, crash, process) : database;
    const now = () => clock.now;
    const { farm } = defaultSettings;
    const sender = () => ({ siteUrl: 'http://hops.example', farm });
    const report = () => {};
    const timing = { tryMs, pauseMs: 2 };
    if (!config.square) throw new Error('The Square settings are missing.');
    const provider = crashingProvider(squareProvider({ square: config.square, report, timing }), process);
    const outbox = createOutbox({
      database: ownDatabase,
      transport: { deliver: async () => {} },
      now,
      farm: () => farm,
      attach: async () => undefined,
      report,
    });
    const rateLimits = createRateLimits({ database: ownDatabase, now, on: false });
    const audit = createAudit({ database: ownDatabase, now });
    const transitions = createOrderTransitions({ stock, outbox, now, sender });
    const refunds = createRefunds({
      database: ownDatabase,
      provider,
      copyGuard,
      transitions,
      stock,
      outbox,
      audit,
      now,
      sender,
    });
    return {
      checkout: createCheckout({
        database: ownDatabase,
        provider,
        acceptsOrders: true,
        copyGuard,
        transitions,
        stock,
        rateLimits,
        now,
        shopId,
        report,
      }),
      reconciler: { database: ownDatabase, provider, copyGuard, transitions, refunds, now, shopId, report },
    };
  }
}

function crashingDatabase(database: Database, { at, when }: Crash, process: { crashed: boolean }): Database {
  let commits = 0;
  return {
    ...database,
    async transaction(tags, work) {
      if (process.crashed) throw new Crashed();
      commits += 1;
      if (commits === at && when === 'before') {
        process.crashed = true;
        throw new Crashed();
      }
      const result = await database.transaction(tags, work);
      if (commits !== at) return result;
      process.crashed = true;
      throw new Crashed();
    },
  };
}

/** A crashed process makes no calls. */
function crashingProvider(provider: CardProvider, process: { crashed: boolean }): CardProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      if (process.crashed) throw new Crashed();
      return Reflect.get(target, name, receiver);
    },
  });
}

function ignoreCrash(error: unknown): void {
  if (!(error instanceof Crashed)) throw error;
}
