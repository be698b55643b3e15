// A buyer disputes a charge at their bank: the order is marked and staff are told, because the answer has a deadline.
import { describeDispute } from '#contracts/payment-alerts.ts';
import { deadlineIn } from '#server/deadline.ts';
import { findByPaymentId } from './charges.store.ts';
import * as store from './disputes.store.ts';
import { raiseAlert } from './payment-alerts.ts';
import { type ChargeShop, timeIn } from './purpose.ts';
import { PROVIDER_CALL_MS } from './reconciler.ts';

/** Looks the dispute up. Throws if the provider does not respond, so that it sends the event again. */
export async function recordDispute(shop: ChargeShop, disputeId: string): Promise<void> {
  const { database, provider } = shop;
  const dispute = await provider?.findDispute(disputeId, deadlineIn(PROVIDER_CALL_MS));
  if (!dispute) throw new Error(`Dispute ${disputeId} could not be looked up.`);
  if (dispute === 'none') return;
  const charge = await findByPaymentId(database.db, dispute.payment_id);
  // The account may also take payments for other shops or registers.
  if (!charge) return;
  const { order_id } = charge;
  await database.transaction([], (tx) => store.upsert(tx, { ...dispute, order_id, updated_at: timeIn(shop, 0) }));
  const what = `is disputed at the buyer's bank. ${describeDispute(dispute)}`;
  await raiseAlert(shop, { payment_id: dispute.payment_id, order_id, what });
}
