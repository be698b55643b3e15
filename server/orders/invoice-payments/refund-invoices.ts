// When an order is refunded, what a card paid for its invoices goes back too. The refund is only stored here, in the
// transaction that ends the order; the reconciler asks the provider for it.
import { randomUUID } from 'node:crypto';
import type { Db } from '#server/database/schema.ts';
import * as ledger from '#server/orders/terms/ledger.store.ts';
import { listCapturedByOrder } from './invoice-payments.store.ts';
import * as store from './invoice-refunds.store.ts';

type Ended = { order_id: number; provider: string; account_id: number | null; reason: string; at: string };

/**
 * Call with the customer locked, after the invoices were credited. A customer has one refund on its way at a time: what does
 * not fit into it stays their credit.
 */
export async function refundInvoices(tx: Db, { order_id, provider, account_id, reason, at }: Ended): Promise<void> {
  for (const { id, customer_id, amount_cents } of await listCapturedByOrder(tx, order_id, provider)) {
    const credit = -((await ledger.lock(tx, customer_id))?.balance_cents ?? 0);
    const most = Math.min(credit, amount_cents - (await store.refundedCents(tx, id)));
    if (most <= 0) continue;
    await store.open(tx, {
      ...{ invoice_payment_id: id, customer_id, amount_cents: most, reason, account_id, created_at: at },
      ...{ key: randomUUID(), request_key: randomUUID(), next_check_at: at },
    });
    return;
  }
}
