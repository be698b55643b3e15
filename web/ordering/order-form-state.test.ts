import { expect, test } from 'vitest';
import type { Product } from '#contracts/catalog.ts';
import {
  available,
  findMissing,
  formLines,
  formTotal,
  isFailure,
  isNotWhole,
  type OrderEvent,
  type OrderForm,
  openForm,
  orderFormReducer,
  RESET,
  totalPounds,
} from './order-form-state.ts';

const product: Product = {
  ...{ id: 1, slug: 'comet', name: 'Comet', type: 'Dual purpose', flavor: null, alpha_acid: 9.8, beta_acid: 4.1 },
  ...{
    total_oil: 1.9,
    aromas: 'citrus',
    description: '',
    image_url: null,
    image: null,
    price: 14.5,
    tiers: [],
    stock: 36,
    version: 1,
  },
};
const start = openForm({ product });
const after = (...events: OrderEvent[]): OrderForm => events.reduce(orderFormReducer, start);
const pounds = (text: string): OrderEvent => ({ type: 'quantity', text });
const entered: OrderEvent = { type: 'quantityEntered' };
const option = (option: 'pickup' | 'delivery'): OrderEvent => ({ type: 'location', option });

test('the form starts with one pound, pickup and no message', () => {
  expect(start).toMatchObject({ quantity: '1', location: 'pickup', reset: '', status: { is: 'idle' } });
  expect(formTotal(formLines(start))).toBe(1450);
});

test.each([
  ['22', 'delivery', ''],
  ['23', 'delivery', ''],
  ['21', 'pickup', RESET],
  ['', 'delivery', ''],
])('changing a 30 lb delivery to %j gives %s', (text, location, reset) => {
  expect(after(pounds('30'), option('delivery'), pounds(text), entered)).toMatchObject({ location, reset });
});

test('a number that is being typed does not reset the option', () => {
  expect(after(pounds('22'), option('delivery'), pounds('3'))).toMatchObject({ location: 'delivery', reset: '' });
});

test('the reset message stays until the quantity or option changes', () => {
  const reset = after(pounds('30'), option('delivery'), pounds('21'), entered);

  expect(orderFormReducer(reset, { type: 'contact', field: 'name', text: 'Dana' }).reset).toBe(RESET);
  expect(orderFormReducer(reset, entered).reset).toBe(RESET);
  expect(orderFormReducer(reset, pounds('20')).reset).toBe('');
  expect(orderFormReducer(reset, option('pickup')).reset).toBe('');
});

test.each([
  ['5.5', true],
  ['-3', true],
  ['1e3', true],
  ['', false],
  ['0', false],
  ['22', false],
])('%j can never become whole pounds: %s', (text, expected) => {
  expect(isNotWhole(text)).toBe(expected);
});

test.each(['', ' ', '1.5', '-3', 'ten', '1e3', '0'])('the total is 0 for a quantity of %j', (text) => {
  const form = after(pounds(text));

  expect(totalPounds(form)).toBe(0);
  expect(formTotal(formLines(form))).toBe(0);
});

test('name, phone and quantity are required; email and address are not', () => {
  expect(findMissing(after(pounds('')))).toEqual(['name', 'phone', 'quantity']);
  expect(
    findMissing(
      after({ type: 'contact', field: 'name', text: 'Dana' }, { type: 'contact', field: 'phone', text: '707' }),
    ),
  ).toEqual([]);
});

test('a cart is paid with the pounds it has', () => {
  const form = openForm({
    lines: [
      { product, pounds: 11 },
      { product: { ...product, id: 2, price: 16 }, pounds: 38 },
    ],
  });

  expect(totalPounds(form)).toBe(49);
  expect(formTotal(formLines(form))).toBe(76750);
});

test('a status is red if it is an error or contains Failed', () => {
  expect(isFailure({ is: 'error', text: 'Please fill in all required fields.' })).toBe(true);
  expect(isFailure({ is: 'success', text: 'Payment Successful! Order placed.' })).toBe(false);
  expect(isFailure({ is: 'processing' })).toBe(false);
});

test('editing a field clears its error and a message about what was sent before, but not other fields’ errors', () => {
  const rejected = after({
    type: 'checked',
    invalid: ['name', 'email'],
    text: 'Payment Failed: Check the email address.',
  });

  const edited = orderFormReducer(rejected, { type: 'contact', field: 'email', text: 'dana@tulefog.example' });

  expect(edited).toMatchObject({ invalid: ['name'], status: { is: 'idle' } });
  expect(orderFormReducer(rejected, { type: 'cardEdited' })).toMatchObject({
    invalid: ['name', 'email'],
    status: { is: 'idle' },
  });
});

test('editing does not hide that a payment is being confirmed', () => {
  const pending = after({ type: 'status', status: { is: 'pending', text: 'We are still confirming your payment.' } });

  expect(orderFormReducer(pending, pounds('3')).status.is).toBe('pending');
});

test('a chosen lot is sent and limits the pounds, until it is sold out', () => {
  const lot = { id: 7, number: 'CO-25-02', harvest_year: 2025, form: 'Pellets T-90', alpha_acid: 9.1, stock: 12 };
  const other = { ...lot, id: 8, number: 'CO-26-01', stock: 24 };
  const form = {
    ...after({ type: 'lot', lot: 7 }),
    selection: { product: { ...product, lots_on_sale: [lot, other] } },
  };
  expect(formLines(form)).toMatchObject([{ pounds: 1, lot: 7 }]);
  expect(available({ ...form.selection, lot: form.lot })).toEqual({ stock: 12, name: 'lot CO-25-02' });
  const soldOut = { ...form, selection: { product } };
  expect(formLines(soldOut)[0]?.lot).toBeUndefined();
  expect(available({ ...soldOut.selection, lot: soldOut.lot })).toMatchObject({ stock: 36, name: 'Comet' });
});
