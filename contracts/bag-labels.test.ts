import { expect, test } from 'vitest';
import { bagsFor, formatNetWeight, pickFor, toSheets } from './bag-labels.ts';

test.each([
  [22, [22]],
  [33, [22, 11]],
  [23, [22, 1]],
  [17, [11, 5.5, 0.5]],
  [5, [5]],
  [66, [22, 22, 22]],
])('%d pounds go into bags of %j', (pounds, bags) => {
  expect(bagsFor(pounds)).toEqual(bags);
  expect(bagsFor(pounds).reduce((sum, bag) => sum + bag, 0)).toBe(pounds);
});

test('a weight is in pounds and kilograms', () => {
  expect([5.5, 11, 22, 1].map(formatNetWeight)).toEqual([
    '5.5 lb (2.49 kg)',
    '11 lb (4.99 kg)',
    '22 lb (9.98 kg)',
    '1 lb (0.45 kg)',
  ]);
});

test('a sheet that was begun is used up first', () => {
  const labels = Array.from({ length: 12 }, (_, index) => index);
  const sheets = toSheets(labels, 'avery-5163', 9);
  expect(sheets.map((sheet) => sheet.length)).toEqual([10, 10]);
  expect(sheets[0]?.slice(7)).toEqual([undefined, 0, 1]);
  expect(sheets.flat().filter((label) => label !== undefined)).toEqual(labels);
  expect(toSheets(labels, 'thermal-4x6', 5)).toHaveLength(12);
  expect(toSheets([], 'avery-5163', 1)).toEqual([]);
  for (const odd of [0, -3, Number.NaN]) expect(toSheets([1], 'avery-5163', odd)).toEqual([[1]]);
  expect(toSheets([1], 'avery-5163', 99)[0]).toHaveLength(10);
});

const line = (product_id: number, name: string, pounds: number, lots: Record<number, number> = {}) => ({
  ...{ product_id, name, pounds, price: 1, amount: pounds },
  lots: Object.entries(lots).map(([id, of]) => ({
    id: Number(id),
    number: `L-${id}`,
    pounds: of,
    certificate_url: null,
  })),
});

test('orders are picked by hop and lot', () => {
  const orders = [
    { lines: [line(1, 'Comet', 22, { 7: 22 }), line(2, 'Cascade', 11)] },
    { lines: [line(1, 'Comet', 9, { 7: 5, 8: 3 })] },
  ];
  expect(pickFor(orders)).toEqual([
    { product_id: 2, name: 'Cascade', lot: null, pounds: 11 },
    { product_id: 1, name: 'Comet', lot: null, pounds: 1 },
    { product_id: 1, name: 'Comet', lot: 'L-7', pounds: 27 },
    { product_id: 1, name: 'Comet', lot: 'L-8', pounds: 3 },
  ]);
});
