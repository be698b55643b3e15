// Charges a card once, or not at all. The steps: authorize the card, commit our own rows, capture the money. Before the
// commit every failure rolls back; after it, everything rolls forward.
import { cents } from '#contracts/money.ts';
import type { PaymentResponse } from '#contracts/orders.ts';
import type { Db } from '#server/database/schema.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { HttpError } from '#server/http-errors.ts';
import { capturePayment } from './capture-payment.ts';
import { approve, capture, type Failure, fail, purposeOf } from './charge-states.ts';
import * as store from './charges.store.ts';
import { NOT_CHARGED, paidResponse, pendingResponse, responseFor } from './payment-response.ts';
import type { CardProvider, Payment } from './providers/provider.ts';
import type { ChargeShop, Receipt } from './purpose.ts';

const AUTHORIZE_MS = 22_000;
const CANCEL_MS = 4_000;
const CAPTURE_MS = 10_000;

/** A charge that was written and not asked for yet. */
export type Started = { charge: store.Charge; receipt: Receipt; email: string | null };

/** A payment that is running. */
export type Running = Started & {
  card: CardProvider;
  /** Represents the card. Kept in memory only. */
  token: string;
  deadline: Deadline;
  /** Whether the payer was told to wait for the outcome. */
  reply: { pending: boolean };
  onDeclined(): void;
};

export async function chargeOnce(shop: ChargeShop, running: Running): Promise<PaymentResponse> {
  const { card, charge, token, email, deadline, receipt } = running;
  try {
    const asked = { key: charge.key, token, email, amount: cents(charge.amount_cents) };
    const authorization = await card.authorize(
      { ...asked, reference: charge.reference ?? '' },
      deadlineIn(AUTHORIZE_MS, deadline),
    );
    switch (authorization.is) {
      case 'approved':
        return await commitAndCapture(shop, running, authorization.payment);
      case 'declined':
        running.onDeclined();
        return await failWith(shop, running, { ...authorization, status: 402, is: 'declined', from: 'open' });
      case 'unavailable':
        return await failWith(shop, running, notCharged('open'));
      case 'unknown':
        return await cancelUnclearCharge(shop, running);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const what = `The charge of ${charge.purpose} ${charge.invoice_number ?? charge.order_id} is left to the reconciler.`;
    shop.report(error instanceof Error ? error : new Error(String(error)), what);
    // The reconciler finds out what happened. Until then the payer must not be told to try again.
    return pendingResponse(receipt);
  }
}

async function commitAndCapture(shop: ChargeShop, running: Running, payment: Payment): Promise<PaymentResponse> {
  const { card, charge, deadline, receipt } = running;
  const committed = await approve(shop, charge, payment);
  if (!committed) {
    // If this cancel is lost, the reconciler or the sweep cancels again.
    await card.cancel(payment.id, deadlineIn(CANCEL_MS, deadline));
    return outcome(shop, running);
  }
  const captured = await capturePayment(card, payment.id, deadlineIn(CAPTURE_MS, deadline));
  if (captured === 'unknown') return pendingResponse(receipt);
  if (captured === 'lost') return failWith(shop, running, notCharged('approved'));
  const approved = { ...charge, payment_id: payment.id, card: payment.card };
  return (await capture(shop, approved)) ? paidResponse(receipt) : outcome(shop, running);
}

/** The provider gave no clear answer: cancel by key, so that a charge we never heard of is voided. */
async function cancelUnclearCharge(shop: ChargeShop, running: Running): Promise<PaymentResponse> {
  const { card, charge, deadline, receipt } = running;
  const canceled = await card.cancelByKey(charge.key, deadlineIn(CANCEL_MS, deadline));
  return canceled === 'cancelled' ? failWith(shop, running, notCharged('open')) : pendingResponse(receipt);
}

async function failWith(
  shop: ChargeShop,
  running: Running,
  failure: Omit<Failure, 'tellByEmail'>,
): Promise<PaymentResponse> {
  await fail(shop, running.charge, { ...failure, tellByEmail: running.reply.pending });
  return outcome(shop, running);
}

/** What the row says now. */
async function outcome({ database }: ChargeShop, { charge: { id }, receipt }: Running): Promise<PaymentResponse> {
  const charge = await store.find(database.db, id);
  if (!charge) throw new Error(`Charge ${id} does not exist.`);
  return responseFor(charge, receipt);
}

/** What became of an earlier request. */
export async function responseOf(shop: ChargeShop, db: Db, charge: store.Charge): Promise<PaymentResponse> {
  return responseFor(charge, await purposeOf(shop, charge).receipt(db, charge));
}

const notCharged = (from: Failure['from']) => ({ text: NOT_CHARGED, status: 503, is: 'voided', from }) as const;
