// When an order is over, what cards paid for its invoices goes back. The refunds are only stored here, in the transaction that
// ends the order; the reconciler asks the provider for them.
import { randomUUID } from 'node:crypto';
import * as store from '#server/charges/charge-refunds.store.ts';
import type { Db } from '#server/database/schema.ts';
import * as cardCredits from './card-credits.store.ts';

type Ended = {
  order_id: number;
  provider: string;
  /** Only this charge. */
  charge_id?: number;
  account_id: number | null;
  reason: string;
  /** When staff asked. */
  at: string;
};

/**
 * Returns how much goes back. Call with the customer locked, after the invoices were credited. The rest of a payment with a
 * refund on its way follows when that is made.
 */
export async function refundInvoices(
  tx: Db,
  { order_id, provider, charge_id, account_id, reason, at }: Ended,
): Promise<number> {
  const credit = await cardCredits.find(tx, order_id);
  if (!credit) return 0;
  const payments = credit.payments
    .filter((each) => each.provider === provider && each.left > 0 && each.id === (charge_id ?? each.id))
    // One that the provider refused must not hold up the others.
    .toSorted((a, b) => Number(a.was_refused) - Number(b.was_refused) || b.left - a.left);
  let going_cents = 0;
  for (const { id, left, is_open } of payments) {
    const amount_cents = Math.min(left, credit.left - going_cents);
    if (amount_cents === 0) break;
    going_cents += amount_cents;
    if (is_open) continue;
    await store.open(tx, {
      charge_id: id,
      amount_cents,
      reason,
      account_id,
      created_at: at,
      key: randomUUID(),
      request_key: randomUUID(),
      next_check_at: at,
    });
  }
  return going_cents;
}
