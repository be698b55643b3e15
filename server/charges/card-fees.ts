// Writes down what the card provider keeps of our payments. A fee is dated on the day we learn of it, so that a closed month
// never changes.
import { farmDay } from '#contracts/dates.ts';
import type { Payment } from '#server/charges/providers/provider.ts';
import * as orderStore from '#server/orders/order.store.ts';
import * as store from './card-fees.store.ts';
import * as invoicePaymentStore from './invoice-payments.store.ts';
import { type Reconciler, timeIn } from './reconciler.ts';

const PER_STATEMENT = 500;

export async function recordFees(reconciler: Reconciler, payments: Payment[]): Promise<void> {
  const { db } = reconciler.database;
  const charged = payments.filter(({ status, fee }) => status === 'completed' && fee > 0);
  for (let start = 0; start < charged.length; start += PER_STATEMENT) {
    const batch = charged.slice(start, start + PER_STATEMENT);
    const known = await store.listTotals(
      db,
      batch.map(({ id }) => id),
    );
    for (const payment of batch) await recordFee(reconciler, payment, known.get(payment.id) ?? 0);
  }
}

async function recordFee(reconciler: Reconciler, { id, fee }: Payment, known: number): Promise<void> {
  if (fee === known) return;
  const { db, transaction } = reconciler.database;
  const order_id =
    (await orderStore.findByPaymentId(db, id))?.id ?? (await invoicePaymentStore.findByPaymentId(db, id))?.order_id;
  if (order_id === undefined) return;
  const at = timeIn(reconciler, 0);
  const change = { payment_id: id, order_id, amount_cents: fee - known, total_cents: fee, day: farmDay(at), at };
  await transaction([], (tx) => store.insert(tx, change));
}
