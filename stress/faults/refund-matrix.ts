// Refunds in part and changes of an order: every fault of the provider with a crash at every step, while staff click twice.
// The provider gives back whatever it is asked for, so only the shop's own limit keeps refunds below the charge.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { toCents } from '#contracts/money.ts';
import { reconcile } from '#server/charges/reconciler.ts';
import { HttpError } from '#server/http-errors.ts';
import { refundOrder } from '#server/orders/refund-order.ts';
import { faults as allFaults, type Fault, type Refusal, refusals } from '#server/testing/fake-square.ts';
import { breakRefund } from './break-refund.ts';
import { attempt, type Crash, type FaultHarness, ignoreCrash, type LostThenRefused } from './fault-harness.ts';
import { runInvoiceRefund } from './invoice-refund.ts';

const actions = ['amount', 'pounds', 'change', 'all', 'pounds, then all', 'more, then less', 'paid invoice'] as const;
export type RefundRun = {
  action: (typeof actions)[number];
  fault?: Fault | LostThenRefused;
  refusedLater?: Refusal;
  crash?: Crash;
  crashAgain?: Crash;
  /** The process stalls while it asks for the refund, so long that another one asks too; or a webhook makes that one ask. */
  overtaken?: 'late' | 'after a webhook';
  /** What happens to each look at the payment. */
  lookup?: Fault;
};

const crashes: (Crash | undefined)[] = [
  undefined,
  ...[1, 2, 3].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]),
];

export function refundRuns(): RefundRun[] {
  const runs = crashes.flatMap((crash) =>
    [undefined, ...allFaults].flatMap((fault) =>
      actions.map((action) => ({ action, ...(fault && { fault }), ...(crash && { crash }) })),
    ),
  );
  // A reply is lost, and then the provider refuses, for a while also what the reconciler asks.
  const refused = crashes.flatMap((crash) =>
    refusals.flatMap((refusal) =>
      actions.flatMap((action): RefundRun[] => [
        { action, fault: refusal, ...(crash && { crash }) },
        { action, fault: `recorded, then ${refusal}`, ...(crash && { crash }) },
        { action, fault: `recorded, then ${refusal}`, refusedLater: refusal, ...(crash && { crash }) },
        { action, fault: 'dropped after recording', refusedLater: refusal, ...(crash && { crash }) },
      ]),
    ),
  );
  // A second crash during recovery from the first.
  const again = crashes
    .slice(1)
    .flatMap((crash) =>
      crashes
        .slice(1)
        .flatMap((crashAgain) =>
          actions.map((action) => ({ action, ...(crash && { crash }), ...(crashAgain && { crashAgain }) })),
        ),
    );
  const overtaken = actions.flatMap((action): RefundRun[] => [
    { action, overtaken: 'late' },
    { action, overtaken: 'late', fault: 'dropped after recording' },
    // Nobody hears that the other one's refund was made, and the first one is refused.
    ...(['late', 'after a webhook'] as const).flatMap((overtaken) =>
      (['400', '404'] as const).map(
        (refusal): RefundRun => ({
          action,
          overtaken,
          fault: `recorded, then ${refusal}`,
          lookup: 'dropped before recording',
        }),
      ),
    ),
  ]);
  return [...runs, ...refused, ...again, ...overtaken];
}

const POUNDS = 5;

/** Returns the violated invariants once everything has settled. */
export async function runRefund(harness: FaultHarness, run: RefundRun): Promise<string[]> {
  if (run.action === 'paid invoice') return runInvoiceRefund(harness, run);
  const { square, clock } = harness;
  const actor = await harness.addStaff();
  const { order: id = 0 } = await harness.placeOrder({ token: 'cnon:card-nonce-ok', pounds: POUNDS });
  breakRefund(harness, run);
  const key = randomUUID();
  const click = { id, actor, key };
  // A second click, at another instance.
  await Promise.all([run, { action: run.action }].map((each) => attempt(() => act(harness, each, click))));
  const mistaken = await corrected(harness, click);
  // Others click as well, for as much as they can get.
  await Promise.all([
    attempt(() => refundAmount(harness, 50, { id, actor, key: randomUUID() })),
    attempt(() => refundAmount(harness, 60, { id, actor, key: randomUUID() })),
  ]);
  square.faultOf = () => undefined;
  await square.allArrived();
  if (run.crashAgain) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await attempt(() => reconcile(harness.startProcess(run.crashAgain).shop));
  }
  await harness.settle(run.refusedLater);
  await attempt(() => refundAmount(harness, 70, { id, actor, key: randomUUID() }));
  await harness.settle();
  return [...mistaken, ...(await harness.violations())];
}

/** The answer was lost, and staff send another amount with the same key: what is reported as saved must be saved. */
async function corrected(harness: FaultHarness, click: Click): Promise<string[]> {
  const isSaved = await refundAmount(harness, 31, click).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof HttpError)) ignoreCrash(error);
      return false;
    },
  );
  const saved = await harness.database.db
    .selectFrom('charge_refunds')
    .select('amount_cents')
    .where('request_key', '=', click.key)
    .executeTakeFirst();
  return isSaved && saved?.amount_cents !== 3100 ? ['a corrected refund was reported as saved'] : [];
}

type Click = { id: number; actor: Person; key: string };

async function act(harness: FaultHarness, { action, crash }: RefundRun, click: Click): Promise<void> {
  const { id, actor, key } = click;
  const { changes, shop } = harness.startProcess(crash);
  const change = (version: number, pounds: number) =>
    changes.change(id, { ...{ version, reason: 'Weighed', weighed: true }, lines: [{ product_id: 1, pounds }] }, actor);
  const somePounds = { lines: [{ product_id: 1, pounds: 2 }], restock: true, reason: 'Wet', key };
  switch (action) {
    case 'amount':
      return void (await changes.refund(
        id,
        { amount: toCents(30), lines: [], restock: false, reason: 'Wet', key },
        actor,
      ));
    case 'pounds':
      return void (await changes.refund(id, somePounds, actor));
    case 'change':
      return void (await change(1, 3));
    case 'all':
      return refundOrder(shop, id, actor, null);
    case 'pounds, then all':
      await changes.refund(id, somePounds, actor);
      return refundOrder(shop, id, actor, null);
    case 'more, then less':
      await change(1, 7);
      return void (await change(2, 1));
  }
}

async function refundAmount(harness: FaultHarness, amount: number, { id, actor, key }: Click): Promise<void> {
  const { changes } = harness.startProcess(undefined);
  await changes.refund(id, { amount: toCents(amount), lines: [], restock: false, reason: 'Twice', key }, actor);
}
