// Asks the provider for a refund. A lost reply decides nothing, and neither does a rejection that follows one: then only the
// provider's own record of the payment says whether the money went back.
import type { Cents } from '#contracts/money.ts';
import type { CardProvider, RefundRecord } from '#server/charges/providers/provider.ts';
import { type Deadline, deadlineIn } from '#server/deadline.ts';

/** After so many checks of the reconciler, some minutes, no request is on its way any more, and staff hear of what is still open. */
export const UNDECIDED_CHECKS = 6;
/** The provider's clock and ours agree about as well as this. */
const CLOCKS_APART_MS = 10 * 60_000;

/** `id` is null if the provider shows the money but no list of refunds. */
export type Made = { is: 'done'; id: string | null; pending: boolean };
export type Refund = Made | { is: 'refused'; text: string } | { is: 'unknown' };

/** `since` is when it was first asked for. */
type Asked = { key: string; paymentId: string; amount: Cents; since: string };
type Known = {
  /** True if no earlier request can have reached the provider. */
  isFirst: boolean;
  checks: number;
  /** The other refunds of this payment that were made. */
  made: { refund_id: string | null; amount_cents: number }[];
};

export async function askProvider(card: CardProvider, asked: Asked, known: Known, deadline: Deadline): Promise<Refund> {
  const reply = await card.refund(asked, deadlineIn(deadline.remainingMs() * 0.6));
  if (reply.is === 'recorded') return outcomeOf(reply.refund);
  if (reply.is === 'rejected' && known.isFirst) return { is: 'refused', text: reply.text };
  const made = await findMade(card, asked, known.made, deadline);
  if (made === 'none')
    return reply.is === 'rejected' && known.checks >= UNDECIDED_CHECKS
      ? { is: 'refused', text: reply.text }
      : { is: 'unknown' };
  return made ?? { is: 'unknown' };
}

/** `later`: another refund is on its way, so what is found could be that one. `not here`: another provider has the record. */
export type Comparison = 'compared' | 'no answer' | 'later' | 'not here';

export function outcomeOf({ id, status }: RefundRecord): Refund {
  if (status === 'failed') return { is: 'refused', text: 'The card provider rejected the refund.' };
  return { is: 'done', id, pending: status === 'pending' };
}

/**
 * This refund in the record of its payment: it is of this amount, not one that we know, and not one that somebody made before.
 * Undefined if the record can't be read.
 */
export async function findMade(
  card: CardProvider,
  { paymentId, amount, since }: Omit<Asked, 'key'>,
  made: Known['made'],
  deadline: Deadline,
): Promise<Made | 'none' | undefined> {
  const payment = await card.findPayment(paymentId, deadline);
  if (!payment || payment === 'none') return undefined;
  const others = payment.refund_ids.filter((id) => made.every(({ refund_id }) => refund_id !== id));
  const records = await Promise.all(others.map((id) => card.findRefund(id, deadline)));
  const oldest = Date.parse(since) - CLOCKS_APART_MS;
  const same = records.find(
    (record) => record?.amount === amount && record.status !== 'failed' && Date.parse(record.created_at) >= oldest,
  );
  if (same) return { is: 'done', id: same.id, pending: same.status === 'pending' };
  if (records.includes(undefined)) return undefined;
  const extra = payment.refunded - made.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  if (others.length === 0 && extra >= amount) return { is: 'done', id: null, pending: false };
  return others.length > 0 || extra <= 0 ? 'none' : undefined;
}
