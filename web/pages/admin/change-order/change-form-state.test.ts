import { expect, test } from 'vitest';
import type { Product } from '#contracts/catalog.ts';
import type { Order } from '#contracts/orders.ts';
import { changeOf, differenceOf, linesOf, valuesOf } from './change-form-state.ts';

const product = (id: number, name: string, price: number): Product => ({
  ...{ id, slug: name, name, type: 'Aroma', flavor: null, alpha_acid: 9.8, beta_acid: 4.1, total_oil: 1.9 },
  ...{ aromas: '', description: '', image_url: null, image: null, price, stock: 100, version: 1 },
  tiers: [{ from: 22, price: price - 1 }],
});
const products = [product(1, 'Comet', 20), product(2, 'Cascade', 14.5)];
const order: Order = {
  ...{ id: 7, name: 'Dana', email: null, address: '1 Levee Road', phone: '707', quantity: 11, payment_id: 'p' },
  ...{
    location_option: 'pickup',
    status: 'paid',
    on_terms: false,
    pay_first: false,
    created_at: '2026-10-01T17:00:00.000Z',
  },
  lines: [{ product_id: 1, name: 'Comet', price: 16, pounds: 11, amount: 176, lots: [] }],
  ...{ charges: [], total: 176, refunded: 0, po_number: null, invoice: null, invoices: [], customer_id: null },
  ...{ card: null, shipment: null, history: [], changes: [], version: 3, notes: [], refunding: false },
  ...{ refundable: true, refund_left: 176, refused_refund: null, dispute: null, reservation: null },
};
const start = valuesOf(order);

test('sends only what differs, with the version it was made on', () => {
  const values = { ...start, phone: '708', reason: 'Asked by phone' };
  const lines = linesOf(order, products, values);

  expect(changeOf(order, lines, values)).toEqual({
    ...{ version: 3, reason: 'Asked by phone', weighed: false },
    contact: { name: 'Dana', phone: '708', email: null, address: '1 Levee Road' },
  });
});

test('pounds of a line cost its own price, a new line costs today’s, and 0 removes a line', () => {
  const values = { ...start, pounds: { 1: '0', 2: '22' }, chargeText: 'Freight', chargeAmount: '18' };
  const lines = linesOf(order, products, values);

  expect(lines.map(({ price, was }) => [price, was])).toEqual([
    [16, 11],
    [13.5, 0],
  ]);
  expect(differenceOf(lines, values)).toBe(-176 + 22 * 13.5 + 18);
  expect(changeOf(order, lines, values)).toMatchObject({
    lines: [{ product_id: 2, pounds: 22 }],
    charge: { text: 'Freight', amount: 18 },
  });
});

test('a discount and a number that is none', () => {
  const values = { ...start, discountAmount: '10.10', chargeAmount: 'ten' };

  expect(differenceOf(linesOf(order, products, values), values)).toBe(-10.1);
});
