import type { CardProvider } from '#server/charges/providers/provider.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';

export type CaptureOutcome = 'captured' | 'lost' | 'unknown';

/** Captures an authorized payment. Saves part of the time to look the payment up if the response is unclear. */
export async function capturePayment(
  card: CardProvider,
  paymentId: string,
  deadline: Deadline,
): Promise<CaptureOutcome> {
  const captured = await card.capture(paymentId, deadlineIn(deadline.remainingMs() * 0.6));
  const payment = captured?.status === 'completed' ? captured : await card.findPayment(paymentId, deadline);
  if (payment === undefined || payment === 'none' || payment.status === 'approved') return 'unknown';
  return payment.status === 'completed' ? 'captured' : 'lost';
}
