// What goes wrong while a refund is asked for.
import { randomUUID } from 'node:crypto';
import { handleWebhookEvent, reconcile } from '#server/charges/reconciler.ts';
import { type FaultHarness, inSequence, PATIENT_MS } from './fault-harness.ts';
import type { RefundRun } from './refund-matrix.ts';

/** Of the payment that was made last. */
export function breakRefund(harness: FaultHarness, { fault, lookup, overtaken }: RefundRun): void {
  const { square } = harness;
  square.limitsRefunds = false;
  square.faultOf = inSequence({ ...(fault && { refund: fault }), ...(lookup && { get: lookup }) });
  const [paymentId = ''] = [...square.payments.keys()].slice(-1);
  if (overtaken) letOvertake(harness, paymentId, overtaken);
}

/** While the first refund of the payment is asked for, another process finds it due, late or after a webhook, and asks too. */
function letOvertake(harness: FaultHarness, paymentId: string, overtaken: 'late' | 'after a webhook'): void {
  const { square, clock, timing } = harness;
  const { tryMs } = timing;
  timing.tryMs = PATIENT_MS;
  square.duringCall = async (call) => {
    if (call !== 'refund') return;
    square.duringCall = async () => {};
    const { shop } = harness.startProcess(undefined);
    if (overtaken === 'late') clock.now = new Date(clock.now.getTime() + 60_000);
    else await handleWebhookEvent(shop, randomUUID(), paymentId);
    await reconcile(shop);
    timing.tryMs = tryMs;
  };
}
