// The first transaction of a checkout: checks the request against our own prices, holds the stock and writes the order.
import { formatPounds, MAX_POUNDS, onlyLeftMessage } from '#contracts/hop-format.ts';
import { canDeliver, DELIVERY_MINIMUM, orderTotal } from '#contracts/ordering-rules.ts';
import type { PaymentRequest } from '#contracts/orders.ts';
import { priceAt } from '#contracts/price-tiers.ts';
import * as stock from '#server/catalog/stock.store.ts';
import type { Started } from '#server/charges/charge-once.ts';
import { type NewCharge, open as openCharge } from '#server/charges/charge-states.ts';
import type { Charge } from '#server/charges/charges.store.ts';
import type { Receipt } from '#server/charges/purpose.ts';
import type { ChargedBy } from '#server/charges/take-payment.ts';
import type { Clock } from '#server/clock.ts';
import { noteOrder } from '#server/customers/customers.store.ts';
import type { Db } from '#server/database/schema.ts';
import { conflict, type HttpError, invalid, notFound } from '#server/http-errors.ts';
import { claim } from '#server/idempotency/idempotency.store.ts';
import { newViewKey } from '#server/view-key.ts';
import * as orderStore from './order.store.ts';

/** Null for pounds of no lot. */
type ChosenLot = { lot_id: number | null; pounds: number };

/** What is bought, and the total that the buyer saw. */
type Purchase = Pick<PaymentRequest, 'amount' | 'orderDetails'>;

type Deps = { now: Clock };
type Buyer = {
  key: string;
  /** Whether this request is the first with its key, which is claimed before anything else is locked. */
  claimed: boolean | Promise<boolean>;
  /** Whose order it is. */
  actor: { id: number } | undefined;
  /** The member of staff who took it. */
  takenBy?: number | null;
  /** Set for an order that is paid by invoice. */
  terms?: orderStore.OrderTerms;
  /** Set for an order that is paid by card. */
  card?: ChargedBy;
};

/** Undefined if this checkout already has an order. */
export async function startOrder(
  tx: Db,
  deps: Deps,
  purchase: Purchase,
  { card, actor }: { card: ChargedBy; actor: { id: number } | undefined },
): Promise<Started | undefined> {
  const { checkout_key: key, request_hash } = card;
  // Not awaited: it is sent together with the question for prices.
  const claimed = claim(tx, { key, request_hash, created_at: deps.now().toISOString() });
  const order = await writeOrder(tx, deps, purchase, { key, claimed, actor, card });
  return order?.charge && { charge: order.charge, receipt: receiptOf(order), email: purchase.orderDetails.email };
}

export const orderCharge = (
  { checkout_key, provider, shopId }: ChargedBy,
  order_id: number,
  amount_cents: number,
): NewCharge => ({
  purpose: 'order',
  order_id,
  invoice_number: null,
  checkout_key,
  reference: `${shopId}-${order_id}`,
  provider,
  amount_cents,
});

export const receiptOf = ({ id, view_key }: { id: number; view_key: string }): Receipt => ({
  order: { id, key: view_key },
});

/** Checks the prices, holds the stock and writes the order. */
export async function writeOrder(
  tx: Db,
  { now }: Deps,
  { amount, orderDetails }: Purchase,
  { key, claimed, actor, takenBy = null, terms, card }: Buyer,
): Promise<{ id: number; view_key: string; charge: Charge | undefined } | undefined> {
  const { locationOption, name, email, address, phone } = orderDetails;
  const created_at = now().toISOString();
  const [lines, isNew] = await Promise.all([priceLines(tx, orderDetails.lines), claimed]);
  const pounds = lines.reduce((sum, line) => sum + line.pounds, 0);
  const oversized = lines.find((line) => line.pounds > MAX_POUNDS);
  if (oversized) throw await notEnoughStock(tx, oversized.product_id, oversized.name);
  if (locationOption === 'delivery' && !canDeliver(pounds))
    throw invalid({ 'orderDetails.locationOption': [`Delivery requires at least ${DELIVERY_MINIMUM}.`] });
  if (orderTotal(lines.map((line) => ({ price: line.price_cents, pounds: line.pounds }))) !== amount)
    throw conflict('The price has changed. Please review your order.');

  if (!isNew) return undefined;
  const view_key = newViewKey();
  const order = {
    ...{ view_key, checkout_key: key, name, email, address, phone, location_option: locationOption },
    ...{ pounds, amount_cents: amount, account_id: actor?.id ?? null, created_at, ...(terms && { terms }) },
  };
  const id = await orderStore.insertOrder(tx, order);
  if (id === undefined) return undefined;
  // The caller has locked the customer.
  if (terms) await noteOrder(tx, terms.customer_id, created_at);
  await orderStore.insertEvent(tx, { order_id: id, status: 'pending', at: created_at, account_id: takenBy });
  await orderStore.insertLines(tx, { lines: lines.map((line) => ({ ...line, order_id: id })) });
  const chosen = chosenLots(orderDetails.lines);
  // As late as possible and all at once: on PostgreSQL this locks the product rows until the commit.
  const [charge, ...held] = await Promise.all([
    card && openCharge({ now }, tx, orderCharge(card, id, amount)),
    ...lines.map(({ product_id, pounds: wanted }) =>
      stock.hold(tx, { product_id, pounds: wanted, chosen: chosen.get(product_id), order_id: id, at: created_at }),
    ),
  ]);
  const short = lines[held.indexOf(false)];
  if (short) throw await notEnoughStock(tx, short.product_id, short.name, chosen.get(short.product_id));
  return { id, view_key, charge };
}

async function priceLines(tx: Db, requested: PaymentRequest['orderDetails']['lines']) {
  const pounds = new Map<number, number>();
  for (const { productId, quantity } of requested) pounds.set(productId, (pounds.get(productId) ?? 0) + quantity);
  const products = await orderStore.findProducts(tx, { ids: [...pounds.keys()] });
  if (products.length < pounds.size) throw notFound('This product is no longer in the catalog.');
  // Sorted by id, so that two orders for the same hops cannot deadlock.
  return products.map((product) => {
    const ordered = pounds.get(product.id) ?? 0;
    return {
      product_id: product.id,
      name: product.name,
      price_cents: priceAt(product, ordered),
      pounds: ordered,
    };
  });
}

/** By product. */
function chosenLots(lines: PaymentRequest['orderDetails']['lines']): Map<number, ChosenLot[]> {
  const chosen = new Map<number, Map<number, number>>();
  for (const { productId, quantity, lotId } of lines) {
    if (lotId === undefined || lotId === null) continue;
    const lots = chosen.get(productId) ?? new Map<number, number>();
    chosen.set(productId, lots.set(lotId, (lots.get(lotId) ?? 0) + quantity));
  }
  return new Map(
    [...chosen].map(([productId, lots]) => [productId, [...lots].map(([lot_id, pounds]) => ({ lot_id, pounds }))]),
  );
}

/** The stock could not be held. */
export async function notEnoughStock(
  tx: Db,
  productId: number,
  name: string,
  chosen: ChosenLot[] = [],
): Promise<HttpError> {
  for (const { lot_id, pounds } of chosen) {
    if (lot_id === null) return conflict(`Fewer than ${formatPounds(pounds)} of ${name} are in no lot.`);
    const lot = await orderStore.findLot(tx, { id: lot_id, product_id: productId });
    if (!lot) return notFound('This lot is no longer for sale.');
    if (lot.stock < pounds)
      return conflict(
        lot.stock === 0 ? `Lot ${lot.number} is sold out.` : onlyLeftMessage(lot.stock, `lot ${lot.number}`),
      );
  }
  const [product] = await orderStore.findProducts(tx, { ids: [productId] });
  const left = product?.stock ?? 0;
  return conflict(left === 0 ? `${name} is out of stock.` : onlyLeftMessage(left, name));
}
