// What a card provider can do for us. It is asked to authorise first and to complete later: between the two we make
// sure that the order is on the disk.
import type { Cents } from '#contracts/money.ts';
import type { Deadline } from '#server/deadline.ts';

export type Charge = {
  /** One per attempt: the provider takes a repeat for the same charge. */
  key: string;
  /** Stands for the card. It lives in memory only. */
  token: string;
  amount: Cents;
  /** Says whose order it is, so that the provider's list can be compared with ours. */
  reference: string;
  email: string | null;
};

export type Payment = {
  id: string;
  status: 'approved' | 'completed' | 'cancelled' | 'failed';
  amount: number;
  reference: string;
  created_at: string;
  /** Such as 'Visa ending 1111'. */
  card: string | null;
  refunded: number;
};

export type Authorization =
  | { is: 'approved'; payment: Payment }
  /** Definitely not charged: the card was refused, in words for the buyer. */
  | { is: 'declined'; text: string }
  /** Definitely not charged: the provider cannot be reached or refuses us. */
  | { is: 'unavailable' }
  | { is: 'unknown' };

/** `captured`: too late, the money has been taken. */
export type Cancellation = 'cancelled' | 'captured' | 'unknown';

/** `onItsWay`: the provider has taken it up, and may yet fail to pay it back. */
export type Refund = { is: 'done'; id: string; pending: boolean } | { is: 'refused'; text: string } | { is: 'unknown' };

export type CardProvider = {
  name: 'square' | 'demo';
  /** A token that pays again and again, as tests have them: it says nothing about which order it is. */
  isReusableToken(token: string): boolean;
  authorize(charge: Charge, deadline: Deadline): Promise<Authorization>;
  /** The payment as it stands afterwards, or undefined if that is not known. */
  capture(paymentId: string, until: Deadline): Promise<Payment | undefined>;
  findPayment(paymentId: string, until: Deadline): Promise<Payment | 'none' | undefined>;
  cancel(paymentId: string, until: Deadline): Promise<Cancellation>;
  cancelByKey(key: string, until: Deadline): Promise<Cancellation>;
  /** Everything since then, or undefined if the list could not be read to its end. */
  listPayments(since: Date, until: Deadline): Promise<Payment[] | undefined>;
  refund(refund: { key: string; paymentId: string; amount: Cents }, until: Deadline): Promise<Refund>;
  findRefund(refundId: string, until: Deadline): Promise<Refund>;
};
