// When an order is over, what cards paid for its invoices goes back. The refunds are only stored here, in the transaction that
// ends the order; the reconciler asks the provider for them.
import { randomUUID } from 'node:crypto';
import type { Db } from '#server/database/schema.ts';
import * as cardCredits from './card-credits.store.ts';
import * as store from './invoice-refunds.store.ts';

/** `at` is when staff asked. */
type Ended = { order_id: number; provider: string; account_id: number | null; reason: string; at: string };

/** After a refund was closed: the next of the orders that were refunded while it was on its way. What was refused waits for staff. */
export async function refundWaiting(
  tx: Db,
  closed: { customer_id: number; created_at: string; account_id: number | null },
  { provider, now }: { provider: string; now: string },
): Promise<void> {
  for (const { id, at } of await cardCredits.listRefunded(tx, closed.customer_id, closed.created_at)) {
    const asked = { order_id: id, provider, account_id: closed.account_id, reason: `Order ${id} was refunded`, at };
    if ((await refundInvoices(tx, asked, { now, skipsRefused: true })) > 0) return;
  }
}

/**
 * Returns how much goes back. Call with the customer locked, after the invoices were credited. A customer has one refund on its
 * way at a time; when it is made, this is called again for the next one.
 */
export async function refundInvoices(
  tx: Db,
  { order_id, provider, account_id, reason, at }: Ended,
  { now = at, skipsRefused = false } = {},
): Promise<number> {
  const credit = await cardCredits.find(tx, order_id);
  const payments =
    credit?.payments.filter(
      (each) => each.provider === provider && each.left > 0 && !(skipsRefused && each.was_refused),
    ) ?? [];
  // One that the provider refused must not hold up the others.
  const [next] = payments.toSorted((a, b) => Number(a.was_refused) - Number(b.was_refused) || b.left - a.left);
  if (!credit || !next || credit.left === 0) return 0;
  const { id, customer_id, left } = next;
  await store.open(tx, {
    invoice_payment_id: id,
    customer_id,
    amount_cents: Math.min(left, credit.left),
    reason,
    account_id,
    created_at: at,
    key: randomUUID(),
    request_key: randomUUID(),
    next_check_at: now,
  });
  return Math.min(
    credit.left,
    payments.reduce((sum, each) => sum + each.left, 0),
  );
}
