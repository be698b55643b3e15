// Ordering rules shared by browser and server. Only this module multiplies a price by pounds.
import { delivery } from '#content/delivery.ts';
import { type Cents, cents } from './money.ts';

export type LocationOption = 'pickup' | 'delivery';

export const statuses = ['pending', 'paid', 'ready', 'completed', 'failed', 'cancelled', 'refunded'] as const;
export type OrderStatus = (typeof statuses)[number];

/** How the buyer's progress names each status. */
export const stepNames: Record<OrderStatus, string> = {
  pending: 'Received',
  paid: 'Paid',
  ready: 'Ready',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
};

/** Statuses of orders whose money the farm has. Revenue counts these. */
export const paidStatuses: OrderStatus[] = ['paid', 'ready', 'completed'];
export const isPaidStatus = (status: string): boolean => paidStatuses.some((each) => each === status);

/** Price tiers of one product. */
export const MAX_TIERS = 5;

/** How long an account from before accounts were confirmed may order on terms after it was asked to. */
export const CONFIRM_DAYS = 14;

/** Counted as a sale: the farm has the money, or has sent an invoice. */
export const isSold = (status: string, onTerms: boolean): boolean =>
  isPaidStatus(status) || (onTerms && status === 'pending');

/** Staff may change its lines and its price until the hops are handed over. */
export const canBeChanged = ({ status, on_terms }: { status: string; on_terms: boolean }): boolean =>
  isSold(status, on_terms) && status !== 'completed';

/** Nothing of it is sold any more. */
export const isOver = (status: string): boolean => status === 'cancelled' || status === 'refunded';

/** Waits to be bagged. */
export const isToPack = (status: string, onTerms: boolean): boolean =>
  status === 'paid' || (onTerms && status === 'pending');

export const lineAmount = (price: Cents, pounds: number): Cents => cents(price * pounds);

export function orderTotal(lines: { price: Cents; pounds: number }[]): Cents {
  return cents(lines.reduce((sum, { price, pounds }) => sum + lineAmount(price, pounds), 0));
}

/** 22 lbs: the specification's sentences name it. */
export const DELIVERY_MINIMUM = `${delivery.minimum} lbs`;
export const canDeliver = (pounds: number): boolean => pounds >= delivery.minimum;

/** The fewest standard bags, with the rest in a custom bag. */
export type Packing = { bags: { size: number; count: number }[]; custom: number };

export function packBags(pounds: number): Packing {
  let rest = pounds;
  const bags: Packing['bags'] = [];
  for (const size of delivery.bags) {
    const count = Math.floor(rest / size);
    if (count > 0) bags.push({ size, count });
    rest -= count * size;
  }
  return { bags, custom: rest };
}

/** 1 × 22 lbs, 1 × 11 lbs and a custom bag of 5 lbs */
export function describePacking({ bags, custom }: Packing): string {
  const standard = bags.map(({ size, count }) => `${count} × ${size} lbs`).join(', ');
  const rest = custom ? `${standard ? 'and a' : 'A'} custom bag of ${custom} ${custom === 1 ? 'lb' : 'lbs'}` : '';
  return [standard, rest].filter(Boolean).join(' ');
}

/** The statuses an order can move to `to` from. */
export const sourceStatuses = (to: OrderStatus, onTerms: boolean): OrderStatus[] =>
  statuses.filter((from) => movesFrom(from, onTerms).some((move) => move.to === to));

/**
 * The moves open to staff. An order on terms is packed before it is paid, and has no card to refund, unless one paid its invoice
 * before it was canceled.
 */
export const movesFrom = (status: OrderStatus, onTerms: boolean): { to: OrderStatus; label: string }[] =>
  onTerms
    ? [
        ...(status === 'pending' ? [{ to: 'ready' as const, label: 'Mark ready' }] : []),
        ...allowedMoves[status].filter(({ to }) => to !== 'refunded' || isOver(status)),
      ]
    : allowedMoves[status];

/** With their button labels. */
const allowedMoves: Record<OrderStatus, { to: OrderStatus; label: string }[]> = {
  pending: [{ to: 'cancelled', label: 'Cancel order' }],
  paid: [
    { to: 'ready', label: 'Mark ready' },
    { to: 'cancelled', label: 'Cancel order' },
    { to: 'refunded', label: 'Refund' },
  ],
  ready: [
    { to: 'completed', label: 'Mark completed' },
    { to: 'cancelled', label: 'Cancel order' },
    { to: 'refunded', label: 'Refund' },
  ],
  completed: [{ to: 'refunded', label: 'Refund' }],
  cancelled: [{ to: 'refunded', label: 'Refund' }],
  failed: [],
  // Only if a card paid for something that is not back.
  refunded: [{ to: 'refunded', label: 'Refund' }],
};
