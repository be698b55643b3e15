import { expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const wren = await shop.as('wren');
const steps = async () => {
  const { data } = await wren.send('GET /api/getting-started');
  return data.steps.filter(({ done }) => done).map(({ name }) => name);
};

test('the status of a new shop says what is missing, and what to do', async () => {
  const { data } = await wren.send('GET /api/status');
  const texts = Object.fromEntries(data.map(({ name, state, text }) => [name, `${state}: ${text}`]));

  expect(texts).toMatchObject({
    Payments: 'attention: Demo: cards are not charged.',
    Email: 'attention: Emails are written to files. Nobody gets them.',
    'Pictures and files': 'ok: On the disk of this server.',
    'Last backup': 'attention: There is none.',
    Address: 'attention: Only on this computer.',
  });
  for (const { state, advice } of data) expect(advice !== null).toBe(state === 'attention');
});

test('first steps are done by themselves', async () => {
  expect(await steps()).toEqual([]);
  const save = (version: number, tagline: string) =>
    wren.send('PUT /api/settings/:section', {
      params: { section: 'farm' },
      body: { version, value: { ...defaultSettings.farm, tagline } },
    });
  await save(0, defaultSettings.farm.tagline);
  expect(await steps()).toEqual([]);
  await save(1, 'Hops, by the pound.');
  expect(await steps()).toEqual(['address']);
});

test('an owner puts the list away and brings it back', async () => {
  const hide = async (hidden: boolean) =>
    (await wren.send('PUT /api/getting-started', { body: { hidden } })).data.hidden;
  expect(await hide(true)).toBe(true);
  expect((await wren.send('GET /api/getting-started')).data.hidden).toBe(true);
  expect(await hide(false)).toBe(false);
});
