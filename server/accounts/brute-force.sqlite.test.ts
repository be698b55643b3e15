import { beforeEach, expect, test } from 'vitest';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { TRUST_PROXY: '1' } });

beforeEach(() => shop.database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute())));

async function guess(address: string, password = 'letmein', email = people.wren.email): Promise<number> {
  const { status } = await shop.visitor.fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  });
  return status;
}

async function attack(guesses: number, addressOf: (n: number) => string, emailOf?: (n: number) => string) {
  const result = { checked: 0, rejected: 0 };
  for (let n = 0; n < guesses; n += 100)
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const status = await guess(addressOf(n + index), `guess ${n + index}`, emailOf?.(n + index));
        if (status === 429) result.rejected += 1;
        else result.checked += 1;
      }),
    );
  return result;
}

test('at most 5 of 2,000 guesses from one address are checked, and the owner can log in from another', async () => {
  const { checked, rejected } = await attack(2000, () => '203.0.113.66');

  expect(checked).toBeLessThanOrEqual(5);
  expect(checked + rejected).toBe(2000);
  expect(await guess('198.51.100.7', people.wren.password)).toBe(200);
  expect(await guess('203.0.113.66', people.wren.password)).toBe(429);
});

test('at most 50 guesses from a thousand addresses are checked, and the owner can log in from a known address', async () => {
  expect(await guess('198.51.100.7', people.wren.password)).toBe(200);

  const { checked } = await attack(1000, (n) => `203.0.${n % 250}.${Math.floor(n / 250) + 1}`);

  expect(checked).toBeLessThanOrEqual(50);
  expect(await guess('198.51.100.7', people.wren.password)).toBe(200);
});

test('stops an address that tries one password on many accounts after 20 attempts', async () => {
  const { checked } = await attack(
    300,
    () => '203.0.113.9',
    (n) => `someone${n}@example.com`,
  );

  expect(checked).toBeLessThanOrEqual(20);
});

test('addresses in the same IPv6 /64 count as one', async () => {
  const { checked } = await attack(200, (n) => `2001:db8:7:7::${(n + 1).toString(16)}`);

  expect(checked).toBeLessThanOrEqual(5);
});
