// Spreads what a customer has paid over the invoices, oldest first unless it is for a certain one. The balance is what counts; this says which invoices it
// leaves open. Run it after every change of the balance, with the customer locked.
import { MAX_ID } from '#contracts/endpoint.ts';
import type { Db } from '#server/database/schema.ts';
import * as orderStore from '#server/orders/order.store.ts';
import * as invoices from './invoices.store.ts';

const BATCH = 100;

type Change = {
  customer_id: number;
  balance_cents: number;
  at: string;
  /** The invoice that the money is for, if it was said. */
  first?: number | null;
};

export async function settle(tx: Db, { customer_id, balance_cents, at, first }: Change): Promise<void> {
  const open = (await invoices.listOpen(tx, customer_id)).toSorted(
    (a, b) => Number(b.number === first) - Number(a.number === first),
  );
  const owed = open.reduce((sum, { open_cents }) => sum + open_cents, 0);
  // A customer who has paid ahead owes nothing.
  let credit = owed - Math.max(0, balance_cents);
  for (const { number, order_id, open_cents } of open) {
    if (credit <= 0) break;
    const paid = Math.min(credit, open_cents);
    credit -= paid;
    await invoices.setOpen(tx, number, open_cents - paid);
    if (paid === open_cents) await payOrder(tx, order_id, at);
  }
  if (credit < 0) await reopen(tx, customer_id, -credit);
}

/**
 * The order is paid when nothing is left to pay on any of its invoices, whatever closed the last one. Only if it is not packed
 * yet: after that the status says where the hops are.
 */
export async function payOrder(tx: Db, id: number, at: string): Promise<void> {
  if ((await invoices.listByOrder(tx, id)).some(({ open_cents }) => open_cents > 0)) return;
  const order = await orderStore.transition(tx, { id, from: ['pending'], to: 'paid' });
  if (order) await orderStore.insertEvent(tx, { order_id: id, status: 'paid', at });
}

/** Money was taken back: the newest invoices are open again. */
async function reopen(tx: Db, customer_id: number, cents: number): Promise<void> {
  let missing = cents;
  for (let below = MAX_ID; missing > 0; ) {
    const paid = await invoices.listPaid(tx, customer_id, { below, limit: BATCH });
    if (paid.length === 0) return;
    for (const { number, amount_cents, open_cents } of paid) {
      if (missing === 0) return;
      const credited = await invoices.creditedCents(tx, number);
      const unpaid = Math.min(missing, Math.max(0, amount_cents - credited - open_cents));
      missing -= unpaid;
      below = number;
      if (unpaid > 0) await invoices.setOpen(tx, number, open_cents + unpaid);
    }
  }
}
