import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { isDatabaseOutage } from './database-outage.ts';

test('a server that refuses connections is an outage', async () => {
  const refused = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));

  expect(isDatabaseOutage(refused)).toBe(true);
});

test('a visitor who leaves is not', () => {
  expect(isDatabaseOutage(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))).toBe(false);
});
