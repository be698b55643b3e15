// Calls every endpoint with every kind of client. A new endpoint fails here until its audience is listed.
import { expect, test } from 'vitest';
import type { Audience } from '#contracts/endpoint.ts';
import { type EndpointName, endpoints } from '#contracts/endpoints.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop();

/** The audience of each endpoint, and the status an allowed client gets for an empty request to something that does not exist. */
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
  'POST /api/client-errors': ['visitor', 422],
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

const clients = {
  visitor: async () => undefined,
  'garbage token': async () => 'x'.repeat(43),
  'logged-out token': async () => {
    const token = await login('otis');
    await shop.visitor.fetch('/api/logout', { method: 'POST', headers: bearer(token) });
    return token;
  },
  customer: () => login('otis'),
  admin: () => login('wren'),
};

test.each(Object.entries(expected))('%s', async (name, [audience, status]) => {
  const statuses: Record<string, number> = {};
  for (const [client, token] of Object.entries(clients)) statuses[client] = await statusOf(name, await token());

  const stranger = audience === 'visitor' || audience === 'anyone' ? status : 401;
  expect(statuses).toEqual({
    visitor: stranger,
    'garbage token': stranger,
    'logged-out token': stranger,
    customer: audience === 'admin' ? 403 : status,
    admin: status,
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
  const { status } = await shop.visitor.fetch(path, init);
  return status;
}

const login = async (who: keyof typeof people) =>
  (await shop.visitor.send('POST /api/login', { body: people[who] })).token;
const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};
