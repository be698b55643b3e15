// Validates the demo card like a real one and creates the token here. The card number is never sent.

import { randomKey } from '#web/query/random-key.ts';
import type { CardToken } from './card-token.ts';

export type DemoCard = { number: string; expiry: string; cvv: string; zip: string };

/** Square's well-known test numbers. Others are rejected, so no one enters a real card. */
const testNumbers = [
  '4111111111111111',
  '5105105105105100',
  '6011000000000004',
  '340000000000009',
  '3569990010095841',
  '30000000000004',
];
const DECLINED = '4000000000000002';

/** In Square's words. */
const messages: Record<keyof DemoCard, string> = {
  number: 'Credit card number is not valid',
  expiry: 'Expiration date is not valid',
  cvv: 'CVV is not valid',
  zip: 'Postal code is not valid',
};

export function invalidFields({ number, expiry, cvv, zip }: DemoCard, now: Date): (keyof DemoCard)[] {
  const valid = {
    number: passesLuhn(number.replace(/\D/g, '')),
    expiry: isInFuture(expiry, now),
    cvv: /^\d{3,4}$/.test(cvv),
    zip: /^\d{5}$/.test(zip),
  };
  return (['number', 'expiry', 'cvv', 'zip'] as const).filter((name) => !valid[name]);
}

/** Whether nothing more can be typed, so that the next field gets the focus. */
export function isComplete(name: keyof DemoCard, text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (name === 'number') return digits.length >= 15 && passesLuhn(digits);
  return digits.length === { expiry: 4, cvv: 3, zip: 5 }[name];
}

export function tokenize(card: DemoCard, now: Date): CardToken {
  const { number, expiry, cvv, zip } = card;
  const digits = number.replace(/\D/g, '');
  // An empty card is one mistake, not three.
  if (!number && !expiry && !cvv) return { errors: ['Enter your card'] };
  const errors = invalidFields(card, now).map((name) => messages[name]);
  if (errors.length > 0) return { errors };
  if (digits !== DECLINED && !testNumbers.includes(digits))
    return { errors: ['The demo takes test cards only, such as 4111 1111 1111 1111'] };
  return { token: `demo:${outcomeFor(digits, { expiry, cvv, zip })}:${digits.slice(-4)}:${randomKey()}` };
}

function outcomeFor(digits: string, { expiry, cvv, zip }: Omit<DemoCard, 'number'>): string {
  if (digits === DECLINED) return 'declined';
  if (cvv === '911') return 'rejected-cvv';
  if (zip === '99999') return 'rejected-postalcode';
  return expiry.replace(/\D/g, '') === '0140' ? 'rejected-expiration' : 'ok';
}

export function passesLuhn(digits: string): boolean {
  if (digits.length < 12 || digits.length > 19) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function isInFuture(expiry: string, now: Date): boolean {
  const [, month = '', year = ''] = /^(\d{2})(\d{2})$/.exec(expiry.replace(/\D/g, '')) ?? [];
  if (Number(month) < 1 || Number(month) > 12) return false;
  return new Date(2000 + Number(year), Number(month), 1) > now;
}

export const formatCardNumber = (number: string): string =>
  number
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** 0928 -> 09 / 28 */
export function formatExpiry(expiry: string): string {
  const digits = expiry.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}
