import { expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const TOKEN = 'a token that nobody guesses';
const farm = await openTestShop({ settings: { METRICS_TOKEN: TOKEN } });
const look = (authorization?: string) =>
  farm.visitor.fetch('/metrics', authorization ? { headers: { authorization } } : {});

test('the figures are for whoever has the token; for others there is no such page', async () => {
  expect((await look()).status).toBe(404);
  expect((await look('Bearer another token, of the same kind')).status).toBe(404);

  const answer = await look(`Bearer ${TOKEN}`);

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
});

test('answers are counted, kept and made; orders by status', async () => {
  await farm.visitor.fetch('/faqs');
  await farm.visitor.fetch('/faqs');

  const text = await (await look(`Bearer ${TOKEN}`)).text();

  expect(text).toMatch(/^shop_responses_total\{source="cached",status="2xx"\} [1-9]/m);
  expect(text).toMatch(/^shop_responses_total\{source="rendered",status="4xx"\} 2$/m);
  expect(text).toMatch(/^shop_orders\{status="paid"\} 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) |[a-z_0-9]+(\{[^}]*\})? (NaN|[\d.e+-]+)$)/);
});
