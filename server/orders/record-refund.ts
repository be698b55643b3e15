// Writes a refund in part into a sold order: what it is worth, its history, and the pounds that go back to stock.
import { formatPounds } from '#contracts/hop-format.ts';
import { cents, formatCents } from '#contracts/money.ts';
import { isSold, lineAmount } from '#contracts/ordering-rules.ts';
import * as stock from '#server/catalog/stock.store.ts';
import type { RefundLine } from '#server/charges/charge-refunds.store.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, invalid } from '#server/http-errors.ts';
import * as orderStore from './order.store.ts';
import { type Adjustment, record } from './order-changes.store.ts';

type PartialRefund = {
  amount_cents: number;
  /** Empty if it is for no certain line. */
  lines: RefundLine[];
  restock: boolean;
  reason: string;
  account_id: number | null;
  at: string;
};

/** Returns what the buyer reads about it. The order must be locked. */
export async function recordRefund(tx: Db, order: orderStore.OrderRow, refund: PartialRefund): Promise<string[]> {
  const { amount_cents, restock, reason, account_id, at } = refund;
  const money = `$${formatCents(cents(amount_cents))}`;
  // A canceled order has given its pounds back, and is worth nothing any more.
  const lines = isSold(order.status, order.on_terms === 1) ? await pricedLines(tx, order.id, refund.lines) : [];
  const sold: Adjustment[] =
    lines.length > 0
      ? lines.map((line) => ({
          ...{
            kind: 'refund',
            product_id: line.product_id,
            text: `Refund of ${formatPounds(line.pounds)} of ${line.name}`,
          },
          ...{ pounds: restock ? -line.pounds : 0, amount_cents: -line.amount_cents },
        }))
      : [{ kind: 'refund', product_id: null, text: 'Refund', pounds: 0, amount_cents: -amount_cents }];
  const adjustments = isSold(order.status, order.on_terms === 1) ? sold : [];
  const texts =
    lines.length > 0
      ? lines.map(
          ({ name, pounds, amount_cents: each }) => `${name}: ${formatPounds(pounds)}, $${formatCents(cents(each))}`,
        )
      : [money];
  const history = texts.map((text) => ({
    text: `Refunded ${text}${lines.length > 0 && restock ? ', back in stock' : ''}`,
  }));
  const change_id = await record(tx, order, { lines: history, reason, account_id, at, adjustments });
  if (restock)
    for (const { product_id, pounds } of lines)
      await stock.release(tx, { product_id, pounds, order_id: order.id, change_id, account_id, reason: 'refund', at });
  return texts;
}

type PricedLine = RefundLine & { name: string; amount_cents: number };

/** By product, so that two orders for the same hops cannot deadlock. */
export async function pricedLines(tx: Db, order_id: number, refunded: RefundLine[]): Promise<PricedLine[]> {
  const pounds = new Map(refunded.map((line) => [line.product_id, line.pounds]));
  const lines = await orderStore.listLines(tx, order_id);
  return lines
    .filter(({ product_id }) => pounds.has(product_id))
    .map(({ product_id, name, price_cents }) => {
      const back = pounds.get(product_id) ?? 0;
      return { product_id, name, pounds: back, amount_cents: lineAmount(cents(price_cents), back) };
    });
}

/** What these lines cost. Refuses pounds that were not bought, or were refunded before, whether they came back or not. */
export async function priceOf(tx: Db, order_id: number, refunded: RefundLine[]): Promise<number> {
  const [lines, returned, priced] = await Promise.all([
    orderStore.listLines(tx, order_id),
    orderStore.listReturned(tx, order_id),
    pricedLines(tx, order_id, refunded),
  ]);
  if (priced.length < refunded.length)
    throw invalid({ lines: ['This product is not in the order, or is there twice.'] });
  for (const { product_id, pounds, name } of priced) {
    const line = lines.find((each) => each.product_id === product_id);
    const left = line ? line.pounds - refundedPounds(line, returned) : 0;
    if (pounds > left) throw conflict(`Only ${formatPounds(left)} of ${name} can be refunded.`);
  }
  return priced.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

type Returned = Awaited<ReturnType<typeof orderStore.listReturned>>;

/** Each pound was refunded at the price of its line. */
export function refundedPounds(
  line: Pick<PricedLine, 'product_id'> & { price_cents: number },
  returned: Returned,
): number {
  const own = returned.filter(({ product_id }) => product_id === line.product_id);
  const amount = own.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return amount === 0 ? 0 : Math.round(amount / line.price_cents);
}
