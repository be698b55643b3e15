import { expect, test } from 'vitest';
import { codeAt, matchingStep, toBase32 } from './totp.ts';

// The secret and times of RFC 6238, appendix B. Apps show the last six of its eight digits.
const secret = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d is %s', (second, code) => {
  expect(codeAt(secret, Math.floor(second / 30))).toBe(code);
});

test('encodes the secret in base32', () => {
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('accepts a code one step early or late, and no more', () => {
  const at = (seconds: number) => new Date((1_234_567_890 + seconds) * 1000);
  const step = Math.floor(1_234_567_890 / 30);

  expect([-30, 0, 30].map((seconds) => matchingStep('005924', secret, at(seconds)))).toEqual([step, step, step]);
  expect([-60, 60].map((seconds) => matchingStep('005924', secret, at(seconds)))).toEqual([undefined, undefined]);
  expect(matchingStep('005 924', secret, at(0))).toBe(step);
  expect(matchingStep('5924', secret, at(0))).toBeUndefined();
});
