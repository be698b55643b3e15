// What a card provider must support. Payments are authorized first and captured later; in between we make sure the order
// is on disk.
import type { Cents } from '#contracts/money.ts';
import type { Deadline } from '#server/deadline.ts';

export type Charge = {
  /** Idempotency key, one per attempt: the provider treats a repeat as the same charge. */
  key: string;
  /** Represents the card. Kept in memory only. */
  token: string;
  amount: Cents;
  /** Identifies the order, so the provider's list can be compared with ours. */
  reference: string;
  email: string | null;
};

export type Payment = {
  id: string;
  status: 'approved' | 'completed' | 'cancelled' | 'failed';
  amount: number;
  reference: string;
  created_at: string;
  /** For example 'Visa ending 1111'. */
  card: string | null;
  refunded: number;
  /** Its refunds at the provider, also those that failed. */
  refund_ids: string[];
  /** What the provider keeps, in cents. Known some time after the capture; 0 until then. */
  fee: number;
};

/** All payments before `readUntil`, which is earlier than asked for if there were too many for one read. */
export type PaymentList = { payments: Payment[]; readUntil: string };

export type Authorization =
  | { is: 'approved'; payment: Payment }
  /** Definitely not charged: the card was declined. `text` is for the buyer. */
  | { is: 'declined'; text: string }
  /** Definitely not charged: the provider is unreachable or rejects our requests. */
  | { is: 'unavailable' }
  | { is: 'unknown' };

export type Cancellation = 'cancelled' | 'unknown';

/** A refund in the provider's records. `pending`: accepted, but paying it out may still fail. */
export type RefundRecord = {
  id: string;
  amount: number;
  status: 'pending' | 'completed' | 'failed';
  created_at: string;
};

/** `rejected` is about this request only: an earlier one with the same key may have been recorded. */
export type RefundReply =
  | { is: 'recorded'; refund: RefundRecord }
  | { is: 'rejected'; text: string }
  | { is: 'unknown' };

/** `state` and `reason` are the provider's codes. */
export type Dispute = {
  id: string;
  payment_id: string;
  state: string;
  reason: string;
  amount_cents: number;
  due_at: string | null;
};

export type CardProvider = {
  name: 'square' | 'demo';
  /** Identifies the account that is charged through. */
  account: string;
  /** Test tokens can be charged repeatedly, so they cannot identify an order. */
  isReusableToken(token: string): boolean;
  authorize(charge: Charge, deadline: Deadline): Promise<Authorization>;
  /** The payment after capture, or undefined if its state is unknown. */
  capture(paymentId: string, deadline: Deadline): Promise<Payment | undefined>;
  findPayment(paymentId: string, deadline: Deadline): Promise<Payment | 'none' | undefined>;
  cancel(paymentId: string, deadline: Deadline): Promise<Cancellation>;
  cancelByKey(key: string, deadline: Deadline): Promise<Cancellation>;
  /** Payments created from `from` on and before `to`, oldest first; undefined if nothing could be read. */
  listPayments(range: { from: string; to: string }, deadline: Deadline): Promise<PaymentList | undefined>;
  refund(refund: { key: string; paymentId: string; amount: Cents }, deadline: Deadline): Promise<RefundReply>;
  /** Undefined if its state is unknown. */
  findRefund(refundId: string, deadline: Deadline): Promise<RefundRecord | undefined>;
  /** Undefined if the provider did not respond. */
  findDispute(disputeId: string, deadline: Deadline): Promise<Dispute | 'none' | undefined>;
};
