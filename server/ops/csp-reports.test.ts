import { beforeEach, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop();
const { visitor, database } = shop;

beforeEach(async () => {
  shop.logLines.length = 0;
  await database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute()));
});

const send = (body: unknown, type: string) =>
  visitor.fetch('/api/csp-reports', {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const legacy = {
  'csp-report': {
    'document-uri': 'https://farm.example/order/7?key=a-secret-key',
    'blocked-uri': 'https://evil.example/steal.js?card=4111222233334444',
    'effective-directive': 'script-src-elem',
    'script-sample': 'a-secret-sample',
  },
};
const current = [
  {
    type: 'csp-violation',
    age: 10,
    url: 'https://farm.example/products',
    user_agent: 'a-secret-browser',
    body: { documentURL: 'https://farm.example/products', blockedURL: 'inline', effectiveDirective: 'script-src-elem' },
  },
  { type: 'deprecation', body: { id: 'x' } },
];
const warnings = () => shop.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');

test('pages ask browsers to report what the policy blocks', async () => {
  for (const path of ['/products', '/dashboard']) {
    const { headers } = await visitor.fetch(path);
    expect(headers.get('content-security-policy')).toContain('report-uri /api/csp-reports; report-to csp');
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"');
  }
});

test('reports of both kinds are logged without queries, samples or browsers', async () => {
  expect((await send(legacy, 'application/csp-report')).status).toBe(204);
  expect((await send(current, 'application/reports+json')).status).toBe(204);

  expect(warnings()).toMatchObject([
    { document: '/order/7', blocked: 'https://evil.example', directive: 'script-src-elem' },
    { document: '/products', blocked: 'inline', directive: 'script-src-elem' },
  ]);
  expect(shop.logLines.join('')).not.toMatch(/a-secret|4111222233334444/);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"csp-report":7}',
  '[{"type":"csp-violation","body":null}]',
  `["${'x'.repeat(5000)}"]`,
])('something else than a report is ignored: %s', async (body) => {
  expect((await send(body, 'application/csp-report')).status).toBe(204);
  expect(warnings()).toEqual([]);
});

test('rejects long bodies and other types, and stops after 20 reports an hour from an address', async () => {
  expect((await send('x'.repeat(9000), 'application/csp-report')).status).toBe(413);
  expect((await send('x', 'text/plain')).status).toBe(415);
  for (let n = 0; n < 20; n += 1) expect((await send(legacy, 'application/csp-report')).status).toBe(204);

  expect((await send(legacy, 'application/csp-report')).status).toBe(429);
  expect(warnings()).toHaveLength(20);
});
