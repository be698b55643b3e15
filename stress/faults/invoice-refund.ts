// A refund to the card that paid an invoice: the same faults and clicks as for the refund of an order.
import { randomUUID } from 'node:crypto';
import type { Person } from '#contracts/accounts.ts';
import { reconcile } from '#server/charges/reconciler.ts';
import { creditInvoice } from '#server/invoices/credit-notes.ts';
import * as ledger from '#server/invoices/ledger.store.ts';
import { refundPayment } from '#server/invoices/refund-payment.ts';
import { breakRefund } from './break-refund.ts';
import { attempt, type FaultHarness } from './fault-harness.ts';
import type { RefundRun } from './refund-matrix.ts';

/** Returns the violated invariants once everything has settled. */
export async function runInvoiceRefund(harness: FaultHarness, run: RefundRun): Promise<string[]> {
  const { square, clock, database } = harness;
  const actor = await harness.addStaff();
  await harness.payInvoice({ token: 'cnon:card-nonce-ok' });
  const paid = await database.db
    .selectFrom('ledger_entries')
    .innerJoin('charges', 'charges.id', 'ledger_entries.charge_id')
    .select(['ledger_entries.id as entry', 'customer_id as customer', 'charges.invoice_number as number'])
    .where('kind', '=', 'payment')
    .orderBy('ledger_entries.id', 'desc')
    .executeTakeFirstOrThrow();
  await credit(harness, paid.number ?? 0);
  const click = { ...paid, actor };
  const key = randomUUID();
  breakRefund(harness, run);
  // A second click, at another instance.
  await Promise.all(
    [run.crash, undefined].map((crash) => attempt(() => refund(harness, { ...click, key, amount: 1000, crash }))),
  );
  // Others click as well, and one corrects the amount.
  await Promise.all([
    attempt(() => refund(harness, { ...click, key, amount: 1100 })),
    attempt(() => refund(harness, { ...click, key: randomUUID(), amount: 900 })),
  ]);
  square.faultOf = () => undefined;
  await square.allArrived();
  if (run.crashAgain) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await attempt(() => reconcile(harness.startProcess(run.crashAgain).shop));
  }
  await harness.settle(run.refusedLater);
  const left = -((await ledger.findTerms(database.db, paid.customer))?.balance_cents ?? 0);
  if (left > 0) await attempt(() => refund(harness, { ...click, key: randomUUID(), amount: left }));
  await harness.settle();
  return harness.violations();
}

type Click = {
  customer: number;
  entry: number;
  actor: Person;
  key: string;
  amount: number;
  crash?: RefundRun['crash'];
};

async function refund(harness: FaultHarness, { actor, amount, crash, customer, entry, key }: Click): Promise<void> {
  const { shop } = harness.startProcess(crash);
  await refundPayment(shop, { customer, entry, amount_cents: amount, reason: 'Wet', key }, actor);
}

async function credit({ database, clock, startProcess }: FaultHarness, number: number): Promise<void> {
  await database.transaction([], async (tx) => {
    const invoice = { number, amount_cents: undefined, reason: 'Wet', key: null, account_id: null };
    await creditInvoice(tx, { ...invoice, now: clock.now }, startProcess(undefined).shop);
  });
}
