import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { createDeliveryAreas } from './delivery-areas.ts';
import { estimateFreight } from './freight.ts';

// Not in order, as an owner may enter them.
const rows = [
  { miles: 3000, pounds: 44, price: 61 },
  { miles: 500, pounds: 44, price: 27 },
  { miles: 500, pounds: 22, price: 18 },
  { miles: 3000, pounds: 22, price: 39 },
  { miles: 100, pounds: 200, price: 75 },
];

test.each([
  [61, 1, 75],
  [101, 1, 18],
  [500, 22, 18],
  [500, 23, 27],
  [501, 22, 39],
  [3000, 44, 61],
  [500, 45, undefined],
  [3001, 1, undefined],
])('%i miles and %i lbs cost %s', (miles, pounds, price) => {
  expect(estimateFreight(rows, { miles, pounds })).toBe(price);
});

test('only a ZIP code beyond the free miles has an estimate, and only for known pounds', async () => {
  const freight = { carrier: 'UPS Ground', rows };
  const { find } = createDeliveryAreas({ settings: () => ({ ...defaultSettings, freight }) });
  const freightOf = async (zip: string, pounds?: number) => (await find(zip, pounds)).data.freight;

  expect(await freightOf('10001', 22)).toEqual({ carrier: 'UPS Ground', price: 39 });
  expect(await freightOf('10001', 45)).toBeNull();
  expect(await freightOf('10001')).toBeNull();
  expect(await freightOf('95814', 22)).toBeNull();
  expect(await freightOf('94571', 22)).toBeNull();
});

test('a new shop estimates nothing', async () => {
  const { find } = createDeliveryAreas({ settings: () => defaultSettings });
  expect((await find('10001', 22)).data.freight).toBeNull();
});
