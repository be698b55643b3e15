// Every amount of dollars in every request body: whole cents, and at least one.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contracts/endpoint.ts';
import { endpoints } from '#contracts/endpoints.ts';
import { exampleOf } from '#server/ops/api-examples.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const office = await shop.as('wren');

/** What may be nothing. */
const mayBeZero = ['credit_limit'];
const amounts = Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
  body ? numbersIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).map((field) => [name, field]) : [],
);

test('the requests with amounts are all found', () => {
  expect(amounts.map((each) => each.join(' ')).toSorted()).toEqual([
    'POST /api/customers/:id/payments amount',
    'POST /api/customers/:id/payments/:entry/refunds amount',
    'POST /api/harvests/admin price',
    'POST /api/invoices/:id/credit-notes amount',
    'POST /api/orders/:id/changes charge.amount',
    'POST /api/orders/:id/changes discount.amount',
    'POST /api/orders/:id/refunds amount',
    'PUT /api/customers/:id/terms credit_limit',
    'PUT /api/harvests/admin/:id price',
  ]);
});

test.each(amounts)('%s refuses a %s that is not whole cents', async (name = '', field = '') => {
  const wrong = [0.005, 12.345, -5, '12', null, 1e12, ...(mayBeZero.includes(field) ? [] : [0, 1e-9])];
  for (const amount of wrong) {
    const { status, errors } = await send(name, field, amount);

    expect([amount, status]).toEqual([amount, 422]);
    expect(Object.keys(errors)).toContain(field);
  }
  expect(Object.keys((await send(name, field, 12.34)).errors)).not.toContain(field);
});

async function send(name: string, field: string, amount: unknown) {
  const [method = '', pattern = ''] = name.split(' ');
  const { params = {}, body = {} } = exampleOf(name, Object(endpoints)[name]);
  // A refund is of an amount or of lines.
  const { lines: _, ...rest } = Object(body);
  const [first = '', second] = field.split('.');
  const value = second ? { text: 'Rush', [second]: amount } : amount;
  const path = pattern.replace(/:(\w+)/g, (_, param: string) => Object(params)[param] ?? '1');
  const response = await office.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ ...rest, [first]: value }),
  });
  const { errors = {} }: { errors?: object } = await response.json();
  return { status: response.status, errors };
}

/** Paths of the numbers that may have decimals: all of them are dollars. */
function numbersIn(schema: unknown): string[] {
  const { type, properties = {} } = Object(schema);
  if (type === 'number') return [''];
  return Object.entries(Object(properties)).flatMap(([name, each]) =>
    numbersIn(each).map((rest) => (rest ? `${name}.${rest}` : name)),
  );
}
