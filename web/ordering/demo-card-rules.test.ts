import { expect, test } from 'vitest';
import { formatCardNumber, formatExpiry, invalidFields, isComplete, passesLuhn, tokenize } from './demo-card-rules.ts';

const now = new Date('2026-11-16T12:00:00Z');
const card = { number: '4111 1111 1111 1111', expiry: '09 / 28', cvv: '123', zip: '94571' };

test.each([
  ['pays', {}, /^demo:ok:1111:/],
  ['is declined', { number: '4000 0000 0000 0002' }, /^demo:declined:0002:/],
  ['has the wrong CVV', { cvv: '911' }, /^demo:rejected-cvv:/],
  ['has the wrong ZIP', { zip: '99999' }, /^demo:rejected-postalcode:/],
  ['has the wrong date', { expiry: '01 / 40' }, /^demo:rejected-expiration:/],
])('a card that %s', (_, change, token) => {
  expect(tokenize({ ...card, ...change }, now)).toEqual({ token: expect.stringMatching(token) });
});

test.each([
  [{ number: '4111 1111 1111 1112' }, 'Credit card number is not valid'],
  [{ expiry: '10 / 26' }, 'Expiration date is not valid'],
  [{ expiry: '13 / 28' }, 'Expiration date is not valid'],
  [{ cvv: '12' }, 'CVV is not valid'],
  [{ zip: '9457' }, 'Postal code is not valid'],
  [{ number: '4242 4242 4242 4242' }, 'The demo takes test cards only, such as 4111 1111 1111 1111'],
])('%j is rejected before anything is sent', (change, text) => {
  expect(tokenize({ ...card, ...change }, now)).toEqual({ errors: [text] });
});

test('tokens never contain the card number and are never reused', () => {
  const [one, two] = [tokenize(card, now), tokenize(card, now)];

  expect(one).not.toEqual(two);
  expect(JSON.stringify(one)).not.toContain('411111');
});

test('a card is valid through its expiry month', () => {
  expect(tokenize({ ...card, expiry: '11 / 26' }, now)).toHaveProperty('token');
});

test('numbers are formatted as on the card', () => {
  expect(formatCardNumber('4111111111111111')).toBe('4111 1111 1111 1111');
  expect([formatExpiry('09'), formatExpiry('0928'), formatExpiry('09 / 2')]).toEqual(['09', '09 / 28', '09 / 2']);
  expect(passesLuhn('79927398713000000000')).toBe(false);
});

test('an empty card is one mistake, and every wrong field is named', () => {
  const empty = { number: '', expiry: '', cvv: '', zip: '' };

  expect(tokenize(empty, now)).toEqual({ errors: ['Enter your card'] });
  expect(invalidFields(empty, now)).toEqual(['number', 'expiry', 'cvv', 'zip']);
  expect(invalidFields({ ...card, cvv: '1' }, now)).toEqual(['cvv']);
});

test.each([
  ['number', '4111 1111 1111 1111', true],
  ['number', '4111 1111 1111 111', false],
  ['number', '3400 0000 0000 009', true],
  ['expiry', '09 / 2', false],
  ['expiry', '09 / 28', true],
  ['cvv', '123', true],
] as const)('%s %j is complete: %s', (name, text, expected) => {
  expect(isComplete(name, text)).toBe(expected);
});
