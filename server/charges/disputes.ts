// A buyer disputes a charge at their bank: the order is marked and staff are told, because the answer has a deadline.
import { describeDispute } from '#contracts/payment-alerts.ts';
import { deadlineIn } from '#server/deadline.ts';
import * as orderStore from '#server/orders/order.store.ts';
import * as store from './disputes.store.ts';
import * as invoicePaymentStore from './invoice-payments.store.ts';
import { raiseAlert } from './payment-alerts.ts';
import { PROVIDER_CALL_MS, type Reconciler, timeIn } from './reconciler.ts';

/** Looks the dispute up. Throws if the provider does not respond, so that it sends the event again. */
export async function recordDispute(reconciler: Reconciler, disputeId: string): Promise<void> {
  const { database, provider } = reconciler;
  const dispute = await provider?.findDispute(disputeId, deadlineIn(PROVIDER_CALL_MS));
  if (!dispute) throw new Error(`Dispute ${disputeId} could not be looked up.`);
  if (dispute === 'none') return;
  const order_id =
    (await orderStore.findByPaymentId(database.db, dispute.payment_id))?.id ??
    (await invoicePaymentStore.findByPaymentId(database.db, dispute.payment_id))?.order_id;
  // The account may also take payments for other shops or registers.
  if (order_id === undefined) return;
  await database.transaction([], (tx) => store.upsert(tx, { ...dispute, order_id, updated_at: timeIn(reconciler, 0) }));
  const what = `is disputed at the buyer's bank. ${describeDispute(dispute)}`;
  await raiseAlert(reconciler, { payment_id: dispute.payment_id, order_id, what });
}
