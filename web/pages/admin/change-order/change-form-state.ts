// What staff entered on the page that changes an order, and what of it is sent.
import type { Product } from '#contracts/catalog.ts';
import type { SentBodyOf } from '#contracts/endpoints.ts';
import { toCents } from '#contracts/money.ts';
import type { LocationOption } from '#contracts/ordering-rules.ts';
import type { Order } from '#contracts/orders.ts';
import { priceAt } from '#contracts/price-tiers.ts';

export type Values = {
  /** By product; empty or 0 removes the line. */
  pounds: Record<number, string>;
  name: string;
  phone: string;
  email: string;
  address: string;
  location: LocationOption;
  chargeText: string;
  chargeAmount: string;
  discountText: string;
  discountAmount: string;
  reason: string;
};

export type Line = { product_id: number; name: string; price: number; was: number };

export const valuesOf = ({ lines, name, phone, email, address, location_option }: Order): Values => ({
  pounds: Object.fromEntries(lines.map(({ product_id, pounds }) => [product_id, String(pounds)])),
  ...{ name: name ?? '', phone: phone ?? '', email: email ?? '', address: address ?? '', location: location_option },
  ...{ chargeText: '', chargeAmount: '', discountText: '', discountAmount: '', reason: '' },
});

/** The lines of the order, and those that were added here. Pounds of a line cost its own price, a new line today's. */
export function linesOf(order: Order, products: Product[], { pounds }: Values): Line[] {
  const own = order.lines.map((line) => ({ ...line, was: line.pounds }));
  const added = products.filter(({ id }) => id in pounds && !own.some(({ product_id }) => product_id === id));
  return [
    ...own,
    ...added.map((product) => ({
      ...{ product_id: product.id, name: product.name, was: 0 },
      price: priceAt(product, Number(pounds[product.id] || 1)),
    })),
  ];
}

/** By how many dollars the order changes. */
export function differenceOf(lines: Line[], { pounds, chargeAmount, discountAmount }: Values): number {
  const hops = lines.reduce(
    (sum, { product_id, price, was }) => sum + toCents(price) * (wholeNumber(pounds[product_id]) - was),
    0,
  );
  return (hops + centsIn(chargeAmount) - centsIn(discountAmount)) / 100;
}

const wholeNumber = (text = ''): number => Math.max(0, Math.floor(Number(text) || 0));
const centsIn = (text: string): number => Math.round(Math.max(0, Number(text) || 0) * 100);

/** Only what differs from the order. */
export function changeOf(order: Order, lines: Line[], values: Values): SentBodyOf<'POST /api/orders/:id/changes'> {
  const { name, phone, email, address, location, chargeText, chargeAmount, discountText, discountAmount } = values;
  const before = valuesOf(order);
  const isDifferent = lines.some(({ product_id, was }) => Number(values.pounds[product_id] || 0) !== was);
  const contact = { name, phone, email: email.trim() || null, address: address.trim() || null };
  const hasContact = (['name', 'phone', 'email', 'address'] as const).some((field) => values[field] !== before[field]);
  const wanted = lines.map(({ product_id }) => ({ product_id, pounds: Number(values.pounds[product_id] || 0) }));
  return {
    ...{ version: order.version, reason: values.reason, weighed: false },
    ...(isDifferent && { lines: wanted.filter(({ pounds }) => pounds !== 0) }),
    ...(hasContact && { contact }),
    ...(location !== order.location_option && { location_option: location }),
    ...((chargeText || chargeAmount) && { charge: { text: chargeText, amount: Number(chargeAmount) } }),
    ...((discountText || discountAmount) && { discount: { text: discountText, amount: Number(discountAmount) } }),
  };
}
