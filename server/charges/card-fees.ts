// Writes down what the card provider keeps of our payments. A fee is dated on the day we learn of it, so that a closed month
// never changes.
import { farmDay } from '#contracts/dates.ts';
import * as store from './card-fees.store.ts';
import { findByPaymentId } from './charges.store.ts';
import type { Payment } from './providers/provider.ts';
import { type ChargeShop, timeIn } from './purpose.ts';

const PER_STATEMENT = 500;

export async function recordFees(shop: ChargeShop, payments: Payment[]): Promise<void> {
  const { db } = shop.database;
  const charged = payments.filter(({ status, fee }) => status === 'completed' && fee > 0);
  for (let start = 0; start < charged.length; start += PER_STATEMENT) {
    const batch = charged.slice(start, start + PER_STATEMENT);
    const known = await store.listTotals(
      db,
      batch.map(({ id }) => id),
    );
    for (const payment of batch) await recordFee(shop, payment, known.get(payment.id) ?? 0);
  }
}

async function recordFee(shop: ChargeShop, { id, fee }: Payment, known: number): Promise<void> {
  if (fee === known) return;
  const { db, transaction } = shop.database;
  const charge = await findByPaymentId(db, id);
  if (!charge) return;
  const at = timeIn(shop, 0);
  const change = {
    payment_id: id,
    order_id: charge.order_id,
    amount_cents: fee - known,
    total_cents: fee,
    day: farmDay(at),
    at,
  };
  await transaction([], (tx) => store.insert(tx, change));
}
