import { afterEach, expect, test, vi } from 'vitest';
import { pay } from './pay.ts';

const request = {
  selection: { lines: [] },
  quantity: '1',
  location: 'pickup' as const,
  contact: { name: 'Dana', email: '', address: '', phone: '707' },
  token: 'cnon:card-nonce-ok',
  key: 'k',
};

afterEach(() => void vi.unstubAllGlobals());

const payWithResponse = (status: number, headers: Record<string, string> = {}) => {
  const body = { status: 'error', error: 'Nothing was charged.' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status, headers }));
  return pay(request);
};

test.each([402, 409, 422, 503])('a %i response is a definite failure', async (status) => {
  expect(await payWithResponse(status)).toMatchObject({ is: 'error', definite: true });
});

test.each([
  [500, {}],
  [502, {}],
  [503, { 'retry-after': '3' }],
  [429, { 'retry-after': '60' }],
])('a %i response is not definite, so the key is kept', async (status, headers) => {
  expect(await payWithResponse(status, headers)).toMatchObject({ is: 'error', definite: false });
});
