import { expect, test } from 'vitest';
import { findWeakness } from './password-rules.ts';

const finch = { name: 'Finch Alder', email: 'finch@hopyard.example', brand: 'Heron Slough Ranch' };

test.each([
  'password',
  'PASSWORD',
  'Password1',
  'password2026!',
  'qwertyuiop',
  'iloveyou',
  '12345678',
  '19840101',
  'aaaaaaaa',
  'abababab',
])('%s is common', (password) => {
  expect(findWeakness(password, finch)).toContain('list that attackers try first');
});

test.each([
  'finch2026',
  'finchalder',
  'finch@hopyard.example',
  'Alder-2026',
  'heronslough',
  'HeronSloughRanch1',
  'hopyard1!',
])('%s is about its owner or the farm', (password) => {
  expect(findWeakness(password, finch)).toContain('your name, your email or the farm');
});

test.each(['tall bines in may', 'finches nest in the kiln', 'x7$Kp2!qLm', 'wet hops in autumn'])(
  '%s may be used',
  (password) => {
    expect(findWeakness(password, finch)).toBeUndefined();
  },
);
