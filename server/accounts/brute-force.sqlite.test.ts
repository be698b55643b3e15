import { beforeEach, expect, test } from 'vitest';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const farm = await openTestShop({ settings: { TRUST_PROXY: '1' } });

beforeEach(() => farm.database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute())));

async function guess(address: string, password = 'letmein', email = people.wren.email): Promise<number> {
  const { status } = await farm.visitor.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  });
  return status;
}

async function attack(guesses: number, addressOf: (n: number) => string, emailOf?: (n: number) => string) {
  const reached = { count: 0, refused: 0 };
  for (let n = 0; n < guesses; n += 100)
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const status = await guess(addressOf(n + index), `guess ${n + index}`, emailOf?.(n + index));
        if (status === 429) reached.refused += 1;
        else reached.count += 1;
      }),
    );
  return reached;
}

test('of 10,000 guesses from one address at most five reach the check, and the owner gets in from another', async () => {
  const { count, refused } = await attack(10_000, () => '203.0.113.66');

  expect(count).toBeLessThanOrEqual(5);
  expect(count + refused).toBe(10_000);
  expect(await guess('198.51.100.7', people.wren.password)).toBe(200);
  expect(await guess('203.0.113.66', people.wren.password)).toBe(429);
});

test('of guesses from a thousand addresses at most fifty reach the check, and the owner gets in from where they were before', async () => {
  expect(await guess('198.51.100.7', people.wren.password)).toBe(200);

  const { count } = await attack(3000, (n) => `203.0.${n % 250}.${(Math.floor(n / 250) % 4) + 1}`);

  expect(count).toBeLessThanOrEqual(50);
  expect(await guess('198.51.100.7', people.wren.password)).toBe(200);
});

test('one address that tries one password on many accounts is stopped at twenty', async () => {
  const { count } = await attack(
    300,
    () => '203.0.113.9',
    (n) => `someone${n}@example.com`,
  );

  expect(count).toBeLessThanOrEqual(20);
});

test('neighbours in one IPv6 network count as one', async () => {
  const { count } = await attack(200, (n) => `2001:db8:7:7::${(n + 1).toString(16)}`);

  expect(count).toBeLessThanOrEqual(5);
});
