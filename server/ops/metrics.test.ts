import { expect, test } from 'vitest';
import { changedMeanwhile } from '#server/database/repeat-victims.ts';
import { LAST_BACKUP, setState } from '#server/database/shop-state.store.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const TOKEN = 'a token nobody can guess';
const shop = await openTestShop({ settings: { METRICS_TOKEN: TOKEN } });
const fetchMetrics = (authorization?: string) =>
  shop.visitor.fetch('/metrics', authorization ? { headers: { authorization } } : {});

test('metrics require the token; without it the page does not exist', async () => {
  expect((await fetchMetrics()).status).toBe(404);
  expect((await fetchMetrics('Bearer another token, of the same kind')).status).toBe(404);

  const response = await fetchMetrics(`Bearer ${TOKEN}`);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
});

test('counts cached and rendered responses, and orders by status', async () => {
  await shop.visitor.fetch('/faqs');
  await shop.visitor.fetch('/faqs');

  const text = await (await fetchMetrics(`Bearer ${TOKEN}`)).text();

  expect(text).toMatch(/^shop_responses_total\{source="cached",status="2xx"\} [1-9]/m);
  expect(text).toMatch(/^shop_responses_total\{source="rendered",status="4xx"\} 2$/m);
  expect(text).toMatch(/^shop_orders\{status="paid"\} 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  // The event-loop lag is not a number until it was measured.
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) |[a-z_0-9]+(\{[^}]*\})? ([\d.e+-]+|nan|\+inf)$)/i);
});

test('counts the transactions that were repeated', async () => {
  let tries = 0;
  await shop.database.transaction([], async () => {
    tries += 1;
    if (tries === 1) throw changedMeanwhile('The row');
  });

  const text = await (await fetchMetrics(`Bearer ${TOKEN}`)).text();

  expect(text).toMatch(/^shop_repeated_transactions_total 1$/m);
});

test('tells the age of the last backup', async () => {
  const age = async () =>
    /^shop_backup_age_seconds (.*)$/m.exec(await (await fetchMetrics(`Bearer ${TOKEN}`)).text())?.[1];
  expect(await age()).toBe('+Inf');

  const at = new Date(shop.clock.now.getTime() - 7200_000).toISOString();
  await shop.database.transaction([], (tx) => setState(tx, LAST_BACKUP, at));

  expect(await age()).toBe('7200');
  const { data } = await (await shop.as('wren')).send('GET /api/dashboard/admin');
  expect(data.last_backup_at).toBe(at);
});
