import { expect, test } from 'vitest';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor, clock, database } = shop;
const wren = lastingClient(shop, 'wren');
const MESSAGE = 'Check your inbox: the link in our email confirms your address.';

const linksTo = (recipient: string) =>
  database.db.selectFrom('emails').select('id').where('recipient', '=', recipient).execute();

test('a mailbox gets five links a day from all who ask together, and the response is always the same', async () => {
  const email = 'victim@brewery.example';
  const ids: number[] = [];
  for (let hop = 0; hop < 8; hop += 1) {
    const form = { ...cascade, name: `Bomb ${hop}`, stock: 0 };
    ids.push((await wren.send('POST /api/products/admin', { form, picture })).data.id);
  }

  const answers = await Promise.all(
    ids.map((product_id) => visitor.attempt('POST /api/alerts', { body: { email, product_id } })),
  );

  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(ids.map(() => [200, MESSAGE]));
  expect(await linksTo(email)).toHaveLength(5);
  clock.now = new Date(clock.now.getTime() + 25 * 3_600_000);
  await visitor.send('POST /api/alerts', { body: { email } });
  expect(await linksTo(email)).toHaveLength(6);
});

test('asking for the same again takes nothing from the limit of a mailbox', async () => {
  const email = 'impatient@brewery.example';
  for (let times = 0; times < 6; times += 1) await visitor.send('POST /api/alerts', { body: { email } });

  await visitor.send('POST /api/alerts', { body: { email, product_id: 1 } });

  expect(await linksTo(email)).toHaveLength(2);
});

test('an address can ask twenty times an hour', async () => {
  clock.now = new Date(clock.now.getTime() + 2 * 3_600_000);
  const statuses: number[] = [];
  for (let times = 0; times < 21; times += 1) {
    const { status } = await visitor.attempt('POST /api/alerts', { body: { email: `many${times}@brewery.example` } });
    statuses.push(status);
  }

  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});
