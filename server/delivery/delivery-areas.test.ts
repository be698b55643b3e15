import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { createDeliveryAreas } from './delivery-areas.ts';

const { find } = createDeliveryAreas({ settings: () => defaultSettings });

test.each([
  ['95641', 'Isleton, CA', 'near'],
  ['94571', 'Rio Vista, CA', 'near'],
  ['95814', 'Sacramento, CA', 'free'],
  ['94102', 'San Francisco, CA', 'free'],
  ['10001', 'New York, NY', 'far'],
  ['00501', 'Holtsville, NY', 'far'],
  ['99950', 'Ketchikan, AK', 'far'],
])('%s is %s: %s', async (zip, place, area) => {
  expect((await find(zip)).data).toMatchObject({ zip, place, area });
});

test('finds every code in the table', async () => {
  const { readFileSync } = await import('node:fs');
  const zips = readFileSync('content/zips.txt', 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.slice(0, 5));
  for (const zip of zips.filter((_, index) => index % 97 === 0)) expect((await find(zip)).data.zip).toBe(zip);
});

test('does not find an unknown code', async () => {
  await expect(find('00000')).rejects.toThrow("We don't recognize this ZIP code.");
  await expect(find('99999')).rejects.toThrow("We don't recognize this ZIP code.");
});
