// Gives a customer's credit back to the card that paid an invoice. How much may go back is decided with the customer locked.
import type { Person } from '#contracts/accounts.ts';
import * as store from '#server/charges/charge-refunds.store.ts';
import { find as findCharge } from '#server/charges/charges.store.ts';
import type { ChargeShop } from '#server/charges/purpose.ts';
import { askOrReport, atMost, ON_ITS_WAY, openRefund, requireRefunds } from '#server/charges/refunds.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, notFound } from '#server/http-errors.ts';
import { alreadySent, claimKey } from '#server/idempotency/idempotency.ts';
import { listOnTheirWay } from './card-credits.store.ts';
import * as ledger from './ledger.store.ts';

const NO_CREDIT = 'They have no credit to give back. Cancel the order, or write a credit note first.';

/** `entry` is the payment in the ledger. */
type Request = { customer: number; entry: number; amount_cents: number; reason: string; key: string };

export async function refundPayment(shop: ChargeShop, request: Request, actor: Person): Promise<void> {
  await requireRefunds(shop);
  const opened = await shop.database.transaction([], (tx) => open(shop, tx, request, actor));
  await askOrReport(shop, opened);
}

async function open(shop: ChargeShop, tx: Db, { customer, entry, key, ...refund }: Request, actor: Person) {
  const { amount_cents, reason } = refund;
  const isFirst = await claimKey(shop, tx, {
    scope: 'POST /api/customers/:id/payments/:entry/refunds',
    key,
    request: { customer, entry, amount_cents, reason },
  });
  const locked = await ledger.lock(tx, customer);
  if (!locked) throw notFound('Customer not found.');
  const repeat = await store.findByRequest(tx, 'invoice', key);
  if (repeat && isFirst) throw alreadySent();
  if (repeat) return { id: repeat.id, isNew: false };
  const paid = await ledger.findPayment(tx, customer, entry);
  const charge = paid?.charge_id ? await findCharge(tx, paid.charge_id) : undefined;
  if (!charge) throw notFound('Card payment not found.');
  if (charge.provider !== shop.provider?.name)
    throw conflict(`It was paid through ${charge.provider}. Make the refund there.`);
  const onTheirWay = await listOnTheirWay(tx, customer);
  if (onTheirWay.some(({ charge_id }) => charge_id === charge.id)) throw conflict(ON_ITS_WAY);
  const left = charge.amount_cents - (await store.refundedCents(tx, charge.id));
  const credit = onTheirWay.reduce((rest, each) => rest - each.amount_cents, -locked.balance_cents);
  const most = Math.min(left, Math.max(0, credit));
  if (most === 0) throw conflict(left === 0 ? 'This payment was refunded already.' : NO_CREDIT);
  if (amount_cents > most) throw atMost(most);
  const id = await openRefund(shop, tx, { ...refund, charge_id: charge.id, account_id: actor.id, request_key: key });
  await shop.audit.record(tx, { actor, action: 'card payment refunded', subject: locked.name, subject_id: customer });
  return { id, isNew: true };
}
