import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test.each([
  ['', 'short'],
  ['hops', 'short'],
  ['password1', 'weak'],
  ['19840101', 'weak'],
  ['aaaaaaaa', 'weak'],
  ['wet cones', 'fair'],
  ['tall bines in may', 'strong'],
  ['x7$Kp2!qLm', 'strong'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
