import { expect, test } from 'vitest';
import { lotLabel, lotNumbers } from './lot-text.ts';

const lot = (number: string, pounds: number) => ({ number, pounds });

test('one lot for the whole line needs no pounds', () => {
  expect(lotNumbers([lot('CAS-26-1', 11)], 11)).toBe('CAS-26-1');
  expect(lotLabel([lot('CAS-26-1', 11)], 11)).toBe('lot CAS-26-1');
});

test('several lots, or a part of the line, are written with their pounds', () => {
  expect(lotLabel([lot('CAS-26-1', 8), lot('CAS-25-2', 1)], 9)).toBe('lots CAS-26-1 (8 lbs), CAS-25-2 (1 lb)');
  expect(lotLabel([lot('CAS-26-1', 8)], 11)).toBe('lot CAS-26-1 (8 lbs)');
});

test('a line of no lot has no label', () => {
  expect(lotLabel([], 11)).toBe('');
});
