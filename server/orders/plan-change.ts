// What a change does to an order, decided by the server: its lines, its price, and what its history says.
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import type { OrderChange } from '#contracts/order-changes.ts';
import { canDeliver, DELIVERY_MINIMUM, lineAmount } from '#contracts/ordering-rules.ts';
import { priceAt } from '#contracts/price-tiers.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid, notFound } from '#server/http-errors.ts';
import * as orderStore from './order.store.ts';
import type { Adjustment, ChangeLine } from './order-changes.store.ts';
import { refundedPounds } from './record-refund.ts';

export type LineChange = { product_id: number; name: string; price_cents: number; was: number; pounds: number };
export type Plan = {
  lines: LineChange[];
  adjustments: Adjustment[];
  history: ChangeLine[];
  set: Partial<Pick<orderStore.OrderRow, 'name' | 'phone' | 'email' | 'address' | 'location_option'>>;
};

/** A line that was agreed on before, when its pounds were reserved. */
export type AgreedLine = {
  product_id: number;
  price_cents: number;
  /** The order counts these until the line is there. */
  reserved: number;
  chosen: { lot_id: number | null; pounds: number }[];
  /** Puts its pounds into the stock that the line takes them from. */
  bringIn(): Promise<void>;
  /** What the buyer reads if more is to pay. */
  about: string;
};

export async function planChange(
  tx: Db,
  order: orderStore.OrderRow,
  change: OrderChange,
  agreed?: AgreedLine,
): Promise<Plan> {
  const lines = change.lines ? await planLines(tx, order.id, change.lines, agreed) : [];
  const { charge, discount, weighed } = change;
  const texts = lines.map((line) => describeLine(line, weighed));
  const adjustments: Adjustment[] = [
    ...lines.map((line, index) => ({
      ...{ kind: 'pounds' as const, product_id: line.product_id, text: texts[index] ?? line.name },
      ...{ pounds: line.pounds - line.was, amount_cents: amountOf(line) },
    })),
    ...(charge ? [{ ...noLine, kind: 'charge' as const, text: charge.text, amount_cents: charge.amount }] : []),
    ...(discount
      ? [
          {
            ...{ ...noLine, kind: 'discount' as const, text: discount.text, amount_cents: -discount.amount },
            pounds: -(agreed?.reserved ?? 0),
          },
        ]
      : []),
  ];
  const { set, history } = planContact(order, change);
  const plan: Plan = {
    ...{ lines, adjustments, set },
    history: [
      ...texts.map((text) => ({ text })),
      ...(charge ? [{ text: `${charge.text}: $${formatCents(charge.amount)}` }] : []),
      ...(discount ? [{ text: `${discount.text}: -$${formatCents(discount.amount)}` }] : []),
      ...history,
    ],
  };
  if (plan.history.length === 0) throw invalid({ lines: ['This is how the order is already.'] });
  requireValid(order, plan);
  return plan;
}

const noLine = { product_id: null, pounds: 0 };

/** Below zero for fewer pounds. */
export function amountOf({ price_cents, was, pounds }: LineChange): number {
  const amount = lineAmount(cents(price_cents), Math.abs(pounds - was));
  return pounds < was ? -amount : amount;
}

const describeLine = ({ name, was, pounds }: LineChange, weighed: boolean): string =>
  `${name}${weighed ? ' weighed' : ''}: ${was === 0 ? (weighed ? '' : 'added, ') : `${formatPounds(was)} → `}${pounds === 0 ? 'removed' : formatPounds(pounds)}`;

/** Sorted by product, so that two orders for the same hops cannot deadlock. Lines that stay as they are are left out. */
async function planLines(
  tx: Db,
  order_id: number,
  wanted: NonNullable<OrderChange['lines']>,
  agreed: AgreedLine | undefined,
): Promise<LineChange[]> {
  const [current, returned] = await Promise.all([
    orderStore.listLines(tx, order_id),
    orderStore.listReturned(tx, order_id),
  ]);
  const added = wanted.filter(({ product_id }) => !current.some((line) => line.product_id === product_id));
  const products =
    added.length > 0 ? await orderStore.findProducts(tx, { ids: added.map((each) => each.product_id) }) : [];
  if (products.length < added.length) throw notFound('This product is no longer in the catalog.');
  const poundsOf = new Map(wanted.map(({ product_id, pounds }) => [product_id, pounds]));
  const changes = [
    // Pounds of a line cost what the buyer agreed to; a new line costs what the shop asks today.
    ...current.map(({ product_id, name, price_cents, pounds: was }) => ({
      ...{ product_id, name, price_cents, was, pounds: poundsOf.get(product_id) ?? 0 },
    })),
    ...products.map((product) => {
      const pounds = poundsOf.get(product.id) ?? 0;
      const price_cents = agreed?.product_id === product.id ? agreed.price_cents : priceAt(product, pounds);
      return { product_id: product.id, name: product.name, price_cents, was: 0, pounds };
    }),
  ];
  for (const { product_id, name, price_cents, pounds } of changes) {
    const refunded = refundedPounds({ product_id, price_cents }, returned);
    if (pounds < refunded)
      throw conflict(`${name} was refunded in part, so its line stays, with at least ${formatPounds(refunded)}.`);
  }
  return changes.filter(({ was, pounds }) => was !== pounds).toSorted((a, b) => a.product_id - b.product_id);
}

const contactLabels = { name: 'Name', phone: 'Phone', email: 'Email', address: 'Address' } as const;
const contactFields = ['name', 'phone', 'email', 'address'] as const;

function planContact(
  order: orderStore.OrderRow,
  { contact, location_option }: OrderChange,
): Pick<Plan, 'set' | 'history'> {
  const changed = contactFields.filter((field) => contact && contact[field] !== order[field]);
  const moved = location_option && location_option !== order.location_option;
  return {
    set: {
      ...(contact && Object.fromEntries(changed.map((field) => [field, contact[field]]))),
      ...(moved && { location_option }),
    },
    history: [
      ...(moved ? [{ text: location_option === 'delivery' ? 'Pickup → delivery' : 'Delivery → pickup' }] : []),
      ...changed.map((field) => ({
        text: `${contactLabels[field]}: ${order[field] ?? 'none'} → ${contact?.[field] ?? 'none'}`,
        contact: true,
      })),
    ],
  };
}

function requireValid(order: orderStore.OrderRow, { adjustments, set }: Plan): void {
  const pounds = order.pounds + adjustments.reduce((sum, each) => sum + each.pounds, 0);
  const location = set.location_option ?? order.location_option;
  if (location === 'delivery' && !canDeliver(pounds))
    throw invalid({
      [set.location_option ? 'location_option' : 'lines']: [`Delivery requires at least ${DELIVERY_MINIMUM}.`],
    });
  const amount = order.amount_cents + adjustments.reduce((sum, each) => sum + each.amount_cents, 0);
  if (amount <= 0 || amount < order.refunded_cents)
    throw conflict('This would take off more than the order is worth. Refund or cancel it instead.');
}
