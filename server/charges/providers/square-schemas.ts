// Schemas for Square's responses. A response that does not match counts as no response.
import { z } from 'zod';
import type { Dispute, Payment, RefundRecord } from './provider.ts';

const Money = z.object({ amount: z.int(), currency: z.string() });

const SquarePayment = z.object({
  id: z.string().min(1),
  status: z.enum(['APPROVED', 'COMPLETED', 'CANCELED', 'FAILED', 'PENDING']),
  amount_money: Money,
  refunded_money: Money.optional(),
  refund_ids: z.array(z.string()).default([]),
  processing_fee: z.array(z.object({ amount_money: Money.optional() })).optional(),
  location_id: z.string(),
  reference_id: z.string().optional(),
  created_at: z.string(),
  card_details: z
    .object({ card: z.object({ card_brand: z.string().optional(), last_4: z.string().optional() }).optional() })
    .optional(),
});
type SquarePayment = z.output<typeof SquarePayment>;
type SquareDispute = z.output<typeof SquareDispute>;

export const PaymentBody = z.object({ payment: SquarePayment });
export const PaymentListBody = z.object({
  payments: z.array(SquarePayment).default([]),
  cursor: z.string().optional(),
});
const SquareRefund = z.object({
  id: z.string().min(1),
  status: z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED']),
  amount_money: Money,
  created_at: z.string(),
});
export const RefundBody = z.object({ refund: SquareRefund });
const SquareDispute = z.object({
  id: z.string().min(1),
  state: z.string(),
  reason: z.string(),
  amount_money: Money,
  due_at: z.iso.datetime({ offset: true }).optional(),
  disputed_payment: z.object({ payment_id: z.string() }),
});
export const DisputeBody = z.object({ dispute: SquareDispute });
export const ErrorBody = z.object({
  errors: z.array(z.object({ category: z.string(), code: z.string(), detail: z.string().optional() })).min(1),
});

const statuses = {
  APPROVED: 'approved',
  PENDING: 'approved',
  COMPLETED: 'completed',
  CANCELED: 'cancelled',
  FAILED: 'failed',
} as const;

export function toPayment(square: SquarePayment): Payment {
  return {
    id: square.id,
    status: statuses[square.status],
    amount: square.amount_money.amount,
    reference: square.reference_id ?? '',
    created_at: square.created_at,
    card: describeCard(square),
    refunded: square.refunded_money?.amount ?? 0,
    refund_ids: square.refund_ids,
    fee: (square.processing_fee ?? []).reduce((sum, { amount_money }) => sum + (amount_money?.amount ?? 0), 0),
  };
}

const refundStatuses = { PENDING: 'pending', COMPLETED: 'completed', REJECTED: 'failed', FAILED: 'failed' } as const;

export const toRefundRecord = ({
  id,
  amount_money,
  status,
  created_at,
}: z.output<typeof SquareRefund>): RefundRecord => ({
  id,
  amount: amount_money.amount,
  status: refundStatuses[status],
  created_at,
});

export function toDispute({ id, state, reason, amount_money, due_at, disputed_payment }: SquareDispute): Dispute {
  return {
    id,
    state,
    reason,
    payment_id: disputed_payment.payment_id,
    amount_cents: amount_money.amount,
    due_at: due_at ? new Date(due_at).toISOString() : null,
  };
}

function describeCard({ card_details }: SquarePayment): string | null {
  const { card_brand, last_4 } = card_details?.card ?? {};
  if (!last_4) return null;
  const brand = card_brand ? card_brand.charAt(0) + card_brand.slice(1).toLowerCase().replaceAll('_', ' ') : 'Card';
  return `${brand} ending ${last_4}`;
}

/** Whether the payment has our location and currency; otherwise it is not the one we asked for. */
export const isOurs = (square: SquarePayment, locationId: string): boolean =>
  square.location_id === locationId && square.amount_money.currency === 'USD';
