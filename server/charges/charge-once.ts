// Charges a card once, or not at all. The steps: authorize the card, commit our own rows, capture the money. Before the
// commit every failure rolls back; after it, everything rolls forward.
import type { CardProvider, Charge, Payment } from '#server/charges/providers/provider.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';
import { HttpError } from '#server/http-errors.ts';
import { capturePayment } from './capture-payment.ts';
import { NOT_CHARGED } from './payment-response.ts';

const AUTHORIZE_MS = 22_000;
const CANCEL_MS = 4_000;
const CAPTURE_MS = 10_000;

/** Nothing was captured. `committed` says on which side of the commit it ends. */
export type ChargeFailure = { text: string; status: number; attempt: 'declined' | 'voided'; committed: boolean };

/** What the charge is for: how its rows move with the payment, and what the payer is told. */
export type ChargeSteps<Response> = {
  charge(): Promise<Charge>;
  /** False if the rows were closed in the meantime, by the reconciler or by staff. */
  commit(payment: Payment): Promise<boolean>;
  markPaid(): Promise<Response>;
  fail(failure: ChargeFailure): Promise<Response>;
  /** The reconciler finds out what happened. Until then the payer must not be told to try again. */
  pending(): Response;
  /** What the rows say now. */
  outcome(): Promise<Response>;
  report(error: Error): void;
};

export async function chargeOnce<Response>(
  card: CardProvider,
  steps: ChargeSteps<Response>,
  deadline: Deadline,
): Promise<Response> {
  try {
    const charge = await steps.charge();
    const authorization = await card.authorize(charge, deadlineIn(AUTHORIZE_MS, deadline));
    switch (authorization.is) {
      case 'approved':
        return await commitAndCapture(card, steps, authorization.payment, deadline);
      case 'declined':
        return await steps.fail({ text: authorization.text, status: 402, attempt: 'declined', committed: false });
      case 'unavailable':
        return await steps.fail(notCharged(false));
      case 'unknown':
        return await cancelUnclearCharge(card, steps, charge.key, deadline);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    steps.report(error instanceof Error ? error : new Error(String(error)));
    return steps.pending();
  }
}

async function commitAndCapture<Response>(
  card: CardProvider,
  steps: ChargeSteps<Response>,
  payment: Payment,
  deadline: Deadline,
): Promise<Response> {
  const committed = await steps.commit(payment);
  if (!committed) {
    // If this cancel is lost, the reconciler or the sweep cancels again.
    await card.cancel(payment.id, deadlineIn(CANCEL_MS, deadline));
    return steps.outcome();
  }
  const captured = await capturePayment(card, payment.id, deadlineIn(CAPTURE_MS, deadline));
  if (captured === 'unknown') return steps.pending();
  return captured === 'lost' ? steps.fail(notCharged(true)) : steps.markPaid();
}

/** The provider gave no clear answer: cancel by key, so that a charge we never heard of is voided. */
async function cancelUnclearCharge<Response>(
  card: CardProvider,
  steps: ChargeSteps<Response>,
  key: string,
  deadline: Deadline,
): Promise<Response> {
  const outcome = await card.cancelByKey(key, deadlineIn(CANCEL_MS, deadline));
  return outcome === 'cancelled' ? steps.fail(notCharged(false)) : steps.pending();
}

const notCharged = (committed: boolean): ChargeFailure => ({
  ...{ text: NOT_CHARGED, status: 503, attempt: 'voided', committed },
});
