import { afterEach, expect, test, vi } from 'vitest';
import { pay } from './pay.ts';

const request = {
  wanted: { lines: [] },
  quantity: '1',
  location: 'pickup' as const,
  contact: { name: 'Dana', email: '', address: '', phone: '707' },
  token: 'cnon:card-nonce-ok',
  key: 'k',
};

afterEach(() => void vi.unstubAllGlobals());

const answered = (status: number, headers: Record<string, string> = {}) => {
  const body = { status: 'error', error: 'Nothing was charged.' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status, headers }));
  return pay(request);
};

test.each([402, 409, 422, 503])('a refusal with %i is definite: the order of this key has failed', async (status) => {
  expect(await answered(status)).toMatchObject({ is: 'error', definite: true });
});

test.each([
  [500, {}],
  [502, {}],
  [503, { 'retry-after': '3' }],
  [429, { 'retry-after': '60' }],
])('after a %i nobody knows of an earlier sending, and the key stays', async (status, headers) => {
  expect(await answered(status, headers)).toMatchObject({ is: 'error', definite: false });
});
