// The checkout, the payment of invoices, reservations and the reconciler on a real database, with a provider that fails on demand and a process that can crash between any
// two steps. Everything but the crash is real.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { defaultSettings } from '#contracts/default-settings.ts';
import type { PaymentResponse } from '#contracts/orders.ts';
import { insertAccount } from '#server/accounts/accounts.store.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { createAudit } from '#server/audit/audit.ts';
import type { CardProvider } from '#server/charges/providers/provider.ts';
import { squareProvider } from '#server/charges/providers/square.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { reconcile } from '#server/charges/reconciler.ts';
import { createCopyGuard } from '#server/charges/shop-copy.ts';
import { createShopId } from '#server/charges/shop-id.ts';
import { sweepPayments } from '#server/charges/sweep.ts';
import { configFrom } from '#server/config.ts';
import { insert as insertCustomer } from '#server/customers/customers.store.ts';
import type { Database } from '#server/database/database.ts';
import * as harvestStore from '#server/harvests/harvests.store.ts';
import { HttpError } from '#server/http-errors.ts';
import { invoicePurpose } from '#server/invoices/invoice-purpose.ts';
import { payInvoice as recordPayment } from '#server/invoices/issue-invoice.ts';
import { payInvoice as runInvoicePayment } from '#server/invoices/pay-invoice.ts';
import { createOutbox } from '#server/mail/mail.ts';
import { placeOrder as runCheckout } from '#server/orders/checkout.ts';
import { createOrderChanges } from '#server/orders/order-changes.ts';
import { createOrderOnTerms } from '#server/orders/order-on-terms.ts';
import { orderPurpose } from '#server/orders/order-purpose.ts';
import { createOrders } from '#server/orders/orders.ts';
import { createRestock } from '#server/orders/restock.ts';
import { createRateLimits } from '#server/rate-limits/rate-limits.ts';
import { releaseReserved } from '#server/reservations/release-reserved.ts';
import { reserve as runReservation } from '#server/reservations/reserve.ts';
import {
  type Fault,
  type Refusal,
  refusals,
  type SquareCall,
  squareSettings,
  startFakeSquare,
} from '#server/testing/fake-square.ts';
import { type Acknowledged, violatedInvariants } from '#server/testing/invariants.ts';

export type FaultHarness = Awaited<ReturnType<typeof openFaultHarness>>;

/** Crashes at the nth commit, before it or right after it. */
export type Crash = { at: number; when: 'before' | 'after' };
/** The first call is recorded and its reply is lost; every later one is refused. */
export type LostThenRefused = `recorded, then ${Refusal}`;
export type Faults = Partial<Record<SquareCall, Fault | LostThenRefused>>;
export type Run = {
  faults: Faults;
  /** The provider refuses every call of the reconciler and the sweep for some minutes. */
  refusedLater?: Refusal;
  crash?: Crash;
  crashAgain?: Crash;
  token?: string;
  /** What is paid: a new order, the open invoice of an order that was taken before, or the deposit of a reservation. */
  pays?: 'order' | 'invoice' | 'deposit';
  /** The process stalls while authorizing, so long that another one fails its order; of an invoice, a check pays it. */
  abandoned?: boolean;
  /** Staff cancel the order while the card is authorized. */
  canceled?: boolean;
  /**
   * The process stalls while capturing, so long that another one captures the payment, or fails it because it expired. Or it
   * stalls while authorizing, and another one voids the charge, but stalls itself until it is committed.
   */
  overtaken?: 'captured' | 'expired' | 'voided late';
};

class Crashed extends Error {}

const TRY_MS = 40;
/** So that a request waits for what another process does during it. */
export const PATIENT_MS = 60_000;
const STEP_MS = 15_000;
/** Five minutes: after that, nothing may still be open. */
const STEPS = 20;
/** As long as the provider refuses to answer the reconciler. */
const REFUSED_STEPS = 10;

/** More than anyone reserves. */
const HARVEST = 1_000_000;

export async function openFaultHarness(database: Database, tryMs = TRY_MS, poundsOfHarvest = HARVEST) {
  const clock = { now: new Date('2026-10-01T17:00:00.000Z') };
  const square = await startFakeSquare({ now: () => clock.now, slowMs: tryMs * 2 });
  const config = configFrom({ ...squareSettings, SQUARE_API_URL: square.url });
  const responses: Acknowledged[] = [];
  const harvest = once(addHarvest);
  const timing = { tryMs, pauseMs: 2 };
  const shopId = createShopId(database);
  await shopId();
  // A shop decides this before its first order, so no crash falls in between.
  const copyGuard = createCopyGuard({ database, provider: undefined, now: () => clock.now, report: () => {} });
  return {
    ...{ database, square, clock, timing, placeOrder, payInvoice, reserve, run, settle, violations },
    ...{ startProcess, addStaff, close: square.close },
  };

  /** Runs one checkout with its faults and crashes, lets a new process recover, and returns the violated invariants. */
  async function run({ faults, crash, crashAgain, refusedLater, abandoned, canceled, overtaken, ...charged }: Run) {
    const { token = 'cnon:card-nonce-ok', pays = 'order' } = charged;
    const invoice = pays === 'invoice' ? await openInvoice() : undefined;
    square.faultOf = inSequence(faults);
    if (abandoned)
      square.duringCall = async (call) => {
        if (call !== 'create') return;
        square.duringCall = async () => {};
        clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
        if (invoice) await payByCheck(invoice);
        else await reconcile(startProcess(undefined).shop);
      };
    if (canceled)
      square.duringCall = async (call) => {
        if (call !== 'create') return;
        square.duringCall = async () => {};
        await cancelNewest();
      };
    const stopVoiding = overtaken === 'voided late' ? voidLate() : undefined;
    if (overtaken && !stopVoiding)
      square.duringCall = async (call) => {
        if (call !== 'complete') return;
        square.duringCall = async () => {};
        for (const payment of square.payments.values())
          if (overtaken === 'expired' && payment.status === 'APPROVED') payment.status = 'CANCELED';
        clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
        await reconcile(startProcess(undefined).shop);
      };
    const charge = { token, ...(crash && { crash }) };
    const pay = pays === 'deposit' ? reserve : placeOrder;
    await (invoice ? payInvoice({ ...charge, invoice }) : pay(charge));
    await stopVoiding?.();
    square.faultOf = () => undefined;
    square.duringCall = async () => {};
    // A request that was in flight when the process crashed still arrives.
    await square.allArrived();
    if (crashAgain) {
      clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
      await reconcile(startProcess(crashAgain).shop).catch(ignoreCrash);
    }
    await settle(refusedLater);
    return violations();
  }

  /** Another process voids the charge while it is authorized, and its request arrives once the charge is committed. */
  function voidLate(): () => Promise<void> {
    const asked = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    let voided: Promise<void> | undefined;
    timing.tryMs = PATIENT_MS;
    square.duringCall = async (call) => {
      if (call === 'create' && !voided) {
        clock.now = new Date(clock.now.getTime() + 4 * STEP_MS);
        voided = reconcile(startProcess(undefined).shop);
        await Promise.race([asked.promise, voided]);
      }
      if (call === 'cancel by key') {
        asked.resolve();
        await committed.promise;
      }
      if (call === 'complete') await stop();
    };
    return stop;

    async function stop(): Promise<void> {
      committed.resolve();
      await voided;
      timing.tryMs = tryMs;
    }
  }

  async function placeOrder(order: { token: string; crash?: Crash; pounds?: number }): Promise<Acknowledged> {
    return remember((key) => checkOut(key, order));
  }

  /** Pays a new invoice, or the one given. */
  async function payInvoice(charge: { token: string; crash?: Crash; invoice?: number }): Promise<Acknowledged> {
    const number = charge.invoice ?? (await openInvoice());
    const request = { invoice: number, sourceId: charge.token, amount: 1600, address: '127.0.0.1' };
    return remember((idempotencyKey) =>
      acknowledge(() => {
        const { shop } = startProcess(charge.crash);
        return runInvoicePayment(shop, { ...request, idempotencyKey });
      }),
    );
  }

  /** Reserves a pound of a harvest. */
  async function reserve(charge: { token: string; crash?: Crash }): Promise<Acknowledged> {
    const request = {
      ...{ harvest_id: await harvest(), pounds: 1, day_id: null, sourceId: charge.token, amount: 400 },
      ...{ name: 'Dana', email: 'dana@brewery.example', phone: '707' },
    };
    return remember((idempotencyKey) =>
      acknowledge(() =>
        runReservation(startProcess(charge.crash).shop, request, {
          ...{ idempotencyKey, actor: undefined, address: '127.0.0.1' },
        }),
      ),
    );
  }

  async function remember(pay: (key: string) => Promise<Acknowledged>): Promise<Acknowledged> {
    const key = randomUUID();
    const response = { key, ...(await pay(key)) };
    responses.push(response);
    return response;
  }

  /** Of an order for one pound, taken at the desk. */
  async function openInvoice(): Promise<number> {
    const at = clock.now.toISOString();
    const actor = await addStaff();
    const email = `${randomUUID()}@brewery.example`;
    const contact = { name: 'Otis', company: '', email, phone: '', address: '', notes: '', account_id: null };
    const customer_id = await database.transaction([], async (tx) => {
      return (await insertCustomer(tx, { ...contact, created_at: at, active_at: at })) ?? 0;
    });
    const { orderDetails, amount } = purchase(1);
    const request = { customer_id, payment: 'card' as const, poNumber: '', amount, orderDetails };
    return (await startProcess(undefined).orderOnTerms.placeAtDesk(request, actor, undefined)).invoice;
  }

  function addHarvest(): Promise<number> {
    const at = clock.now.toISOString();
    return database.transaction([], (tx) =>
      harvestStore.insert(tx, {
        ...{ product_id: 1, kind: 'dried', status: 'ripening', expected_on: '2026-10-20', pounds: poundsOfHarvest },
        ...{ price_cents: 1600, note: '', uid: randomUUID(), deposit_percent: 25, created_at: at, updated_at: at },
      }),
    );
  }

  async function cancelNewest(): Promise<void> {
    const { id } = await database.db
      .selectFrom('orders')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await startProcess(undefined).orders.changeStatus(id, { to: 'cancelled' }, await addStaff());
  }

  async function payByCheck(invoice: number): Promise<void> {
    const payment = { method: 'check' as const, actor: await addStaff(), at: clock.now.toISOString() };
    await database.transaction([], (tx) => recordPayment(tx, invoice, payment));
  }

  async function addStaff(): Promise<Person> {
    const account = { name: 'Wren', email: `${randomUUID()}@farm.example`, role: 'admin' as const };
    const created_at = clock.now.toISOString();
    const person = await database.transaction([], (tx) =>
      insertAccount(tx, { ...account, password_hash: '', created_at }),
    );
    if (!person) throw new Error('The email has an account already.');
    return person;
  }

  async function checkOut(
    key: string,
    { token, crash, pounds = 1 }: Parameters<typeof placeOrder>[0],
  ): Promise<Acknowledged> {
    const request = { sourceId: token, ...purchase(pounds) };
    const buyer = { idempotencyKey: key, actor: undefined, address: '127.0.0.1' };
    return acknowledge(() => runCheckout(startProcess(crash).shop, request, buyer));
  }

  /** Lets time pass with a healthy process that cleans up. The provider refuses its calls for a while, or is healthy. */
  async function settle(refusal?: Refusal): Promise<void> {
    const { shop } = startProcess(undefined);
    const sickSteps = refusal ? REFUSED_STEPS : 0;
    square.faultOf = () => refusal;
    for (let step = 0; step < sickSteps + STEPS; step += 1) {
      if (step === sickSteps) square.faultOf = () => undefined;
      clock.now = new Date(clock.now.getTime() + STEP_MS);
      await reconcile(shop);
      await sweepPayments(shop);
    }
  }

  async function violations(): Promise<string[]> {
    const overpaid = await database.db.selectFrom('customers').select('id').where('balance_cents', '<', 0).execute();
    const alerts = await database.db
      .selectFrom('payment_alerts')
      .selectAll()
      .where('resolved_at', 'is', null)
      .execute();
    return [
      ...(await violatedInvariants(database, { payments: square.payments.values() }, responses)),
      // Whatever was unclear is decided by now, and a refusal is told to whoever asked.
      ...alerts.filter(({ what }) => !what.endsWith('and is being refunded')).map(({ what }) => `false alert: ${what}`),
      ...overpaid.map(({ id }) => `customer ${id} paid an invoice twice`),
    ];
  }

  function startProcess(crash: Crash | undefined) {
    const process = { crashed: false };
    const ownDatabase = crash ? crashingDatabase(database, crash, process) : database;
    const now = () => clock.now;
    const { farm } = defaultSettings;
    const sender = () => ({ siteUrl: 'http://hops.example', farm, takesCards: true });
    const report = () => {};
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
    const sessions = createSessions({ database: ownDatabase, audit, now });
    const restock = createRestock({ now, releaseReserved });
    const shop: ChargeShop = {
      database: ownDatabase,
      now,
      outbox,
      audit,
      rateLimits,
      sender,
      report,
      provider,
      acceptsPayments: true,
      copyGuard,
      shopId,
      inFlight: new Map(),
      unreturned: [],
      purposes: { order: orderPurpose(restock), invoice: invoicePurpose },
    };
    return {
      shop,
      changes: createOrderChanges(shop),
      orders: createOrders({ ...shop, restock, reconcileSoon: () => {} }),
      orderOnTerms: createOrderOnTerms({ database: ownDatabase, outbox, audit, rateLimits, sessions, now, sender }),
    };
  }
}

/** The fault of each call. */
export function inSequence(faults: Faults): (call: SquareCall) => Fault | undefined {
  const lost = new Set<SquareCall>();
  return (call) => {
    const fault = faults[call];
    if (!isSequence(fault)) return fault;
    if (lost.has(call)) return refusals.find((refusal) => fault === `recorded, then ${refusal}`);
    lost.add(call);
    return '500 after recording';
  };
}

const isSequence = (fault: Fault | LostThenRefused | undefined): fault is LostThenRefused =>
  fault?.startsWith('recorded, then ') ?? false;

/** Runs it when first needed, and only then. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const purchase = (pounds: number) => ({
  amount: 1600 * pounds,
  orderDetails: {
    ...{ name: 'Dana', email: null, address: null, phone: '707', locationOption: 'pickup' as const },
    lines: [{ productId: 1, quantity: pounds }],
  },
});

/** What the payer saw: the response, or nothing if the process crashed. */
async function acknowledge(pay: () => Promise<PaymentResponse>): Promise<Acknowledged> {
  try {
    const { status, order } = await pay();
    return { ...(order && { order: order.id }), status: status === 'success' ? 200 : 202 };
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status };
    ignoreCrash(error);
    return { status: undefined };
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

export function ignoreCrash(error: unknown): void {
  if (!(error instanceof Crashed)) throw error;
}

/** A refusal or a crash is an answer too. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof HttpError)) ignoreCrash(error);
  }
}
