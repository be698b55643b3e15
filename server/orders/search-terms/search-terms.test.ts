import { expect, test } from 'vitest';
import { type IndexedOrder, parseQuery, type TermRange, termsOf } from './search-terms.ts';

const order: IndexedOrder = {
  id: 7,
  name: 'Dana Whitlock',
  email: 'dana.w@tulefog.example',
  phone: '(707) 555-0188',
  payment_id: 'demo_7Kq2M',
  status: 'paid',
  // Still September 30 at the farm.
  created_at: '2026-10-01T06:00:00.000Z',
};

test('indexes an order by name, email, phone, payment, status and day', () => {
  expect(termsOf(order)).toEqual([
    'dana',
    'whitlock',
    'dana.w@tulefog.example',
    'w@tulefog.example',
    'tulefog.example',
    '7075550188',
    '5550188',
    '0188',
    'demo_7kq2m',
    '=paid',
    '@2026-09-30',
  ]);
});

test('does not index missing fields', () => {
  expect(termsOf({ ...order, email: null, payment_id: null, phone: 'none', name: '?' })).toEqual([
    'none',
    '=paid',
    '@2026-09-30',
  ]);
});

test('limits the number of terms per order and their length', () => {
  const terms = termsOf({ ...order, name: 'a.'.repeat(100), email: `${'x'.repeat(64)}@${'y'.repeat(180)}.example` });

  expect(terms.length).toBeLessThan(24);
  expect(Math.max(...terms.map((word) => word.length))).toBeLessThanOrEqual(60);
});

const inRange =
  ({ from, below }: TermRange) =>
  (word: string) =>
    Buffer.compare(Buffer.from(word), Buffer.from(from)) >= 0 &&
    Buffer.compare(Buffer.from(word), Buffer.from(below)) < 0;
const fits = (q: string, more: Partial<IndexedOrder> = {}) => {
  const terms = termsOf({ ...order, ...more });
  return parseQuery(q)?.ranges.every((range) => terms.some(inRange(range)));
};

test.each([
  ['dana'],
  ['DANA'],
  ['whit'],
  ['Whitlock, Dana'],
  ['dana whit'],
  ['dana.w@tulefog.example'],
  ['dana.w@tule'],
  ['@tulefog.example'],
  ['tulefog'],
  ['(707) 555-0188'],
  ['+1 707 555 0188'],
  ['17075550188'],
  ['707.555'],
  ['555-0188'],
  ['0188'],
  ['dana 0188'],
  ['demo_7Kq2M'],
  ['demo_7kq'],
])('%s finds the order', (q) => {
  expect(fits(q)).toBe(true);
});

test.each([['ana'], ['dana smith'], ['188'], ['paid'], ['2026-09-30'], ['=paid'], ['example'], ['dana.x']])(
  '%s does not',
  (q) => {
    expect(fits(q)).toBe(false);
  },
);

test.each([
  ['jose', 'José Ángel Ñandú'],
  ['nandu', 'José Ángel Ñandú'],
  ['Ángel', 'Jose Angel Nandu'],
  ['obrien', "Kit O'Brien"],
  ['O’Brien', 'Kit OBrien'],
  ['jones', 'Ada Smith-Jones'],
  ['smith-jon', 'Ada Smith-Jones'],
  ['7-11', '7-11 Taproom'],
  ['酿', '酿酒厂'],
  ['ﬁr', 'Fir Brewing'],
  ['9', 'Pumphouse No. 9'],
])('%s finds %s', (q, name) => {
  expect(fits(q, { name })).toBe(true);
});

test('a number also means an order number; with # only that; numbers out of range are ignored', () => {
  expect(parseQuery('1042')).toMatchObject({ number: 1042, onlyNumber: false });
  expect(parseQuery('#1042')).toMatchObject({ number: 1042, onlyNumber: true });
  expect(parseQuery('0042')).toMatchObject({ number: 42 });
  expect(parseQuery('9999999999')?.number).toBeUndefined();
  expect(parseQuery('dana 1042')?.number).toBeUndefined();
});

test.each(['', '()', '--', '@', '🍺'])('"%s" contains nothing to search for', (q) => {
  expect(parseQuery(q)).toBeUndefined();
});
