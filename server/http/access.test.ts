// Every call of the API, made by everyone. A new call fails here until somebody says who may make it.
import { expect, test } from 'vitest';
import type { Audience } from '#contracts/endpoint.ts';
import { type EndpointName, endpoints } from '#contracts/endpoints.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const farm = await openTestShop();

/** Who may make the call, and what it answers them when nothing is sent along and the thing does not exist. */
const expected: Record<EndpointName, [Audience, number]> = {
  'POST /api/register': ['visitor', 422],
  'POST /api/login': ['visitor', 422],
  'POST /api/logout': ['customer', 200],
  'GET /api/account': ['customer', 200],
  'PUT /api/account/password': ['customer', 422],
  'GET /api/account/sessions': ['customer', 200],
  'DELETE /api/account/sessions/:id': ['customer', 404],
  'DELETE /api/account/sessions': ['customer', 200],
  'GET /api/account/second-factor': ['admin', 200],
  'POST /api/account/second-factor': ['admin', 422],
  'POST /api/account/second-factor/confirmation': ['admin', 422],
  'POST /api/account/second-factor/removal': ['admin', 422],
  'POST /api/password-reset-requests': ['visitor', 422],
  'POST /api/password-resets': ['visitor', 422],
  'GET /api/audit': ['admin', 200],
  'GET /api/products': ['visitor', 200],
  'GET /api/products/:slug': ['visitor', 404],
  'GET /api/products/admin': ['admin', 200],
  'POST /api/products/admin': ['admin', 422],
  'PUT /api/products/admin/:id': ['admin', 422],
  'DELETE /api/products/admin/:id': ['admin', 404],
  'GET /api/products/admin/:id/lots': ['admin', 404],
  'POST /api/products/admin/:id/lots': ['admin', 422],
  'PUT /api/products/admin/:id/current-lot': ['admin', 422],
  'PUT /api/lots/admin/:id': ['admin', 422],
  'DELETE /api/lots/admin/:id': ['admin', 404],
  'GET /api/delivery-areas/:zip': ['visitor', 422],
  'GET /api/dashboard/admin': ['admin', 200],
  'GET /api/sales': ['admin', 200],
  'POST /api/process-payment': ['anyone', 422],
  'GET /api/orders/admin': ['admin', 200],
  'GET /api/orders': ['customer', 200],
  'GET /api/orders/search': ['admin', 200],
  'GET /api/orders/:id': ['anyone', 404],
  'POST /api/orders/:id/status-changes': ['admin', 422],
  'GET /api/payment-alarms': ['admin', 200],
  'POST /api/payment-alarms/:id/settlement': ['admin', 404],
  'GET /api/blogs': ['visitor', 200],
  'GET /api/blogs/:id': ['visitor', 404],
  'GET /api/admin/blogs': ['admin', 200],
  'POST /api/admin/blogs': ['admin', 422],
  'POST /api/admin/blogs/pictures': ['admin', 422],
  'PUT /api/admin/blogs/:id': ['admin', 422],
  'DELETE /api/admin/blogs/:id': ['admin', 404],
};

const callers = {
  visitor: async () => undefined,
  'garbage token': async () => 'x'.repeat(43),
  'logged-out token': async () => {
    const token = await login('otis');
    await farm.visitor.fetch('/api/logout', { method: 'POST', headers: bearer(token) });
    return token;
  },
  customer: () => login('otis'),
  admin: () => login('wren'),
};

test.each(Object.entries(expected))('%s', async (name, [audience, answer]) => {
  const statuses: Record<string, number> = {};
  for (const [who, token] of Object.entries(callers)) statuses[who] = await statusOf(name, await token());

  const stranger = audience === 'visitor' || audience === 'anyone' ? answer : 401;
  expect(statuses).toEqual({
    visitor: stranger,
    'garbage token': stranger,
    'logged-out token': stranger,
    customer: audience === 'admin' ? 403 : answer,
    admin: answer,
  });
});

async function statusOf(name: string, token: string | undefined): Promise<number> {
  const [method = '', pattern = ''] = name.split(' ');
  const path = pattern.replace(/:\w+/, '999999');
  const wantsForm = 'form' in Object(endpoints)[name];
  const body = wantsForm ? new FormData() : method === 'GET' ? undefined : '{}';
  if (body instanceof FormData) body.set('_method', method);
  const type = wantsForm || method === 'GET' ? undefined : { 'content-type': 'application/json' };
  const init = { method, headers: { ...bearer(token), ...type }, ...(body && { body }) };
  const { status } = await farm.visitor.fetch(path, init);
  return status;
}

const login = async (who: keyof typeof people) =>
  (await farm.visitor.send('POST /api/login', { body: people[who] })).token;
const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};
