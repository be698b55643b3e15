import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor, clock, database } = shop;
const HOUR_MS = 3_600_000;

test('a stranger can send a mailbox five links a day, and ask 20 times an hour', async () => {
  const email = 'victim@brewery.example';
  const statuses: number[] = [];
  for (let hour = 0; hour < 12; hour += 1) {
    statuses.push((await visitor.attempt('POST /api/alerts', { body: { email } })).status);
    clock.now = new Date(clock.now.getTime() + HOUR_MS);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  const links = await database.db.selectFrom('emails').select('id').where('recipient', '=', email).execute();
  expect(links).toHaveLength(5);

  const others = [];
  for (let each = 0; each < 21; each += 1)
    others.push(await visitor.attempt('POST /api/alerts', { body: { email: `other${each}@brewery.example` } }));

  expect(others.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
});
