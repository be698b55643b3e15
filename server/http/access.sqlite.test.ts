// Calls every endpoint with every kind of client. A new endpoint fails here until its audience is listed.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Audience } from '#contracts/endpoint.ts';
import { type EndpointName, endpoints } from '#contracts/endpoints.ts';
import { codeAt, stepAt } from '#server/accounts/totp.ts';
import { apiClient } from '#server/testing/api-client.ts';
import { makeStaff } from '#server/testing/make-staff.ts';
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
  'GET /api/account/second-factor': ['writer', 200],
  'POST /api/account/second-factor': ['writer', 422],
  'POST /api/account/second-factor/confirmation': ['writer', 422],
  'POST /api/account/second-factor/removal': ['writer', 422],
  'POST /api/password-reset-requests': ['visitor', 422],
  'POST /api/password-resets': ['visitor', 422],
  'GET /api/settings/:section': ['writer', 422],
  'PUT /api/settings/:section': ['writer', 422],
  'GET /api/settings/:section/versions': ['writer', 422],
  'POST /api/settings/:section/previews': ['writer', 422],
  'POST /api/settings/:section/restore': ['writer', 422],
  'GET /api/status': ['owner', 200],
  'GET /api/getting-started': ['owner', 200],
  'PUT /api/getting-started': ['owner', 422],
  'GET /api/harvests': ['visitor', 200],
  'GET /api/harvests/:id': ['visitor', 404],
  'GET /api/harvests/admin': ['admin', 200],
  'POST /api/harvests/:id/reservations': ['anyone', 422],
  'GET /api/harvests/admin/:id/reservations': ['admin', 200],
  'POST /api/reservations/:id/weight': ['admin', 422],
  'POST /api/harvests/admin': ['admin', 422],
  'PUT /api/harvests/admin/:id': ['admin', 422],
  'DELETE /api/harvests/admin/:id': ['admin', 404],
  'POST /api/alerts': ['visitor', 422],
  'GET /api/alerts/:token': ['visitor', 200],
  'POST /api/alerts/:token/confirmation': ['visitor', 200],
  'DELETE /api/alerts/:token': ['visitor', 200],
  'GET /api/newsletters/:id': ['writer', 404],
  'POST /api/newsletters/:id': ['writer', 404],
  'GET /api/words/home': ['visitor', 200],
  'GET /api/words/story': ['visitor', 200],
  'GET /api/words/faqs': ['visitor', 200],
  'GET /api/words/gallery': ['visitor', 200],
  'GET /api/words/legal/:page': ['visitor', 422],
  'GET /api/customers': ['admin', 200],
  'POST /api/customers': ['admin', 422],
  'GET /api/customers/:id': ['admin', 404],
  'PUT /api/customers/:id': ['admin', 422],
  'GET /api/customers/:id/orders': ['admin', 404],
  'GET /api/account/terms': ['customer', 200],
  'POST /api/orders/on-terms': ['customer', 422],
  'POST /api/orders/:id/notes': ['admin', 422],
  'POST /api/orders/desk': ['admin', 422],
  'GET /api/account/invoices': ['customer', 200],
  'GET /api/invoices/:id': ['anyone', 404],
  'POST /api/invoices/:id/payments': ['anyone', 422],
  'POST /api/invoices/:id/credit-notes': ['admin', 422],
  'GET /api/customers/:id/terms': ['admin', 404],
  'PUT /api/customers/:id/terms': ['admin', 422],
  'POST /api/customers/:id/account-confirmation': ['admin', 404],
  'POST /api/customers/:id/terms-pause': ['admin', 404],
  'GET /api/customers/:id/invoices': ['admin', 404],
  'GET /api/customers/:id/ledger': ['admin', 404],
  'POST /api/customers/:id/payments': ['admin', 422],
  'POST /api/customers/:id/payments/:entry/refunds': ['admin', 422],
  'POST /api/customers/:id/payments/:entry/reversal': ['admin', 404],
  'GET /api/books': ['admin', 200],
  'POST /api/books/closings': ['owner', 422],
  'GET /api/books/invoices': ['admin', 200],
  'GET /api/books/receivables': ['admin', 200],
  'GET /api/stock-moves': ['admin', 200],
  'POST /api/stock-moves': ['admin', 422],
  'GET /api/customers/:id/resale-certificate': ['admin', 404],
  'PUT /api/customers/:id/resale-certificate': ['admin', 422],
  'DELETE /api/customers/:id/resale-certificate': ['admin', 404],
  'GET /api/people': ['owner', 200],
  'POST /api/people': ['owner', 422],
  'PUT /api/people/:id': ['owner', 422],
  'POST /api/people/:id/invitation': ['owner', 404],
  'POST /api/people/:id/deactivation': ['owner', 404],
  'DELETE /api/people/:id/sessions': ['owner', 404],
  'GET /api/backups': ['owner', 200],
  'POST /api/backups': ['owner', 200],
  'GET /api/audit': ['admin', 200],
  'GET /api/emails': ['admin', 200],
  'GET /api/emails/:id': ['admin', 404],
  'POST /api/emails/:id/deliveries': ['admin', 404],
  'GET /api/products': ['visitor', 200],
  'GET /api/products/:slug': ['visitor', 404],
  'GET /api/hops': ['visitor', 200],
  'GET /api/lots/:number': ['visitor', 404],
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
  'POST /api/process-payment/outcome': ['visitor', 422],
  'GET /api/orders/admin': ['admin', 200],
  'GET /api/orders': ['customer', 200],
  'GET /api/orders/search': ['admin', 200],
  'GET /api/orders/to-pack': ['admin', 200],
  'GET /api/orders/labels': ['admin', 422],
  'POST /api/orders/status-changes': ['admin', 422],
  'GET /api/orders/:id': ['anyone', 404],
  'POST /api/orders/:id/status-changes': ['admin', 422],
  'PUT /api/orders/:id/shipment': ['admin', 422],
  'POST /api/orders/:id/changes': ['admin', 422],
  'PUT /api/orders/:id/lots': ['admin', 422],
  'POST /api/orders/:id/refunds': ['admin', 422],
  'POST /api/orders/:id/refunds/:refund/retry': ['admin', 404],
  'GET /api/payment-alarms': ['admin', 200],
  'POST /api/payment-alarms/:id/settlement': ['admin', 404],
  'GET /api/pictures': ['writer', 200],
  'POST /api/pictures': ['writer', 422],
  'PUT /api/pictures/:name': ['writer', 422],
  'DELETE /api/pictures/:name': ['writer', 404],
  'GET /api/blogs': ['visitor', 200],
  'GET /api/blogs/:id': ['visitor', 404],
  'GET /api/blogs/:id/preview': ['visitor', 404],
  'GET /api/admin/blogs': ['writer', 200],
  'POST /api/admin/blogs': ['writer', 422],
  'POST /api/admin/blogs/pictures': ['writer', 422],
  'PUT /api/admin/blogs/:id': ['writer', 422],
  'DELETE /api/admin/blogs/:id': ['writer', 404],
  'GET /api/admin/blogs/:id/revisions': ['writer', 404],
  'POST /api/admin/blogs/:id/restorations': ['writer', 422],
  'GET /api/admin/blogs/:id/preview-link': ['writer', 404],
  'POST /api/admin/blogs/:id/preview-link': ['writer', 404],
  'DELETE /api/admin/blogs/:id/preview-link': ['writer', 404],
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
  writer: () => loginAs('writer'),
  staff: () => loginAs('staff'),
  owner: () => login('wren'),
};

const tokens = new Map<string, string | undefined>();

/** A login hashes a password, which takes most of the time, so a token is used until its session may have ended. */
async function tokenOf(client: string): Promise<string | undefined> {
  const logIn: Record<string, () => Promise<string | undefined>> = clients;
  if (!tokens.has(client)) tokens.set(client, await logIn[client]?.());
  return tokens.get(client);
}

/** Who each audience includes. */
const included: Record<Audience, string[]> = {
  visitor: Object.keys(clients),
  anyone: Object.keys(clients),
  customer: ['customer', 'writer', 'staff', 'owner'],
  writer: ['writer', 'staff', 'owner'],
  admin: ['staff', 'owner'],
  owner: ['owner'],
};
const isLoggedIn = (client: string) => included.customer.includes(client);

for (const role of ['writer', 'staff'] as const) {
  await shop.visitor.send('POST /api/register', { body: memberOf(role) });
  await makeStaff(shop.database, memberOf(role).email, role);
}

test.each(Object.entries(expected))('%s', async (name, [audience, status]) => {
  const statuses: Record<string, number> = {};
  for (const client of Object.keys(clients)) statuses[client] = await statusOf(name, await tokenOf(client));
  if (/logout|sessions|password/.test(name)) tokens.clear();

  const expectedStatuses = Object.keys(clients).map((client) => [
    client,
    included[audience].includes(client) ? status : isLoggedIn(client) ? 403 : 401,
  ]);
  expect(statuses).toEqual(Object.fromEntries(expectedStatuses));
});

test('docs/roles.md says the same', () => {
  const rows = readFileSync('docs/roles.md', 'utf8').matchAll(/^\| `([A-Z]+ \/api\/[^`]+)` \|([^\n]+)\|$/gm);
  const documented = [...rows].map(([, name, cells = '']) => [name, cells.split('|').map((cell) => cell.trim())]);
  const columns = ['customer', 'writer', 'staff', 'owner'];

  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(
      Object.entries(expected)
        .filter(([, [audience]]) => audience !== 'visitor' && audience !== 'anyone')
        .map(([name, [audience]]) => [name, columns.map((each) => (included[audience].includes(each) ? 'yes' : ''))]),
    ),
  );
});

const isStaffAudience = (audience: Audience) => ['writer', 'admin', 'owner'].includes(audience);

const shopWithRequiredTwoFactor = await openTestShop({ settings: { REQUIRE_TWO_STEP_LOGIN: 'on' } });

test('where two-step login is required, staff without it can only set it up', async () => {
  const { visitor, clock } = shopWithRequiredTwoFactor;
  const { token } = await visitor.send('POST /api/login', { body: people.wren });
  const wren = apiClient(shopWithRequiredTwoFactor.url, token);
  const otherPaths = ['/api/orders/export', '/api/lots/admin/1/recall-sheet', '/api/backups/x.backup'];

  expect((await wren.send('GET /api/account')).data).toMatchObject({ must_set_up_two_factor: true });
  const refused: string[] = [];
  for (const [name, [audience]] of Object.entries(expected))
    if (isStaffAudience(audience) && (await statusOf(name, token, shopWithRequiredTwoFactor.url)) === 403)
      refused.push(name);
  expect(
    Object.keys(expected).filter(
      (name) => isStaffAudience(expected[name as EndpointName][0]) && !refused.includes(name),
    ),
  ).toEqual([
    'GET /api/account/second-factor',
    'POST /api/account/second-factor',
    'POST /api/account/second-factor/confirmation',
  ]);
  for (const path of otherPaths) expect((await wren.fetch(path)).status).toBe(403);
  expect(await wren.attempt('GET /api/audit')).toMatchObject({
    status: 403,
    body: { message: 'Your account needs two-step login. Set it up on your account page to continue.' },
  });

  const { data } = await wren.send('POST /api/account/second-factor', { body: { password: people.wren.password } });
  const code = codeAt(data.secret, stepAt(clock.now));
  await wren.send('POST /api/account/second-factor/confirmation', { body: { code } });

  expect((await wren.fetch('/api/audit')).status).toBe(200);
  expect((await wren.send('GET /api/account')).data).toMatchObject({ must_set_up_two_factor: false });
});

test('where two-step login is required, staff without it see an order no better than a stranger', async () => {
  const { visitor, database, url } = shopWithRequiredTwoFactor;
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' },
    }),
  });
  const { order } = await response.json();
  const added = { name: 'Finch', email: 'finch@farm.example', password: 'a hundred bines' };
  await visitor.send('POST /api/register', { body: added });
  await makeStaff(database, added.email);
  const { token } = await visitor.send('POST /api/login', { body: added });

  expect((await apiClient(url, token).fetch(`/api/orders/${order.id}`)).status).toBe(404);
});

test('logins, refused staff requests and wrong passwords are logged with account and subnet, and name nobody', async () => {
  const before = shop.logLines.length;
  const { token } = await shop.visitor.send('POST /api/login', { body: people.otis });
  await shop.visitor.fetch('/api/orders/admin?page=1', { headers: bearer(token) });
  await shop.visitor.fetch('/api/orders/export');
  const password = 'a wrong guess';
  await shop.visitor.attempt('POST /api/login', { body: { email: people.otis.email, password } });
  await shop.visitor.attempt('POST /api/login', { body: { email: 'nobody@brewery.example', password } });

  const lines = shop.logLines.slice(before).map((line) => JSON.parse(line));
  expect(lines.find(({ msg }) => msg === 'Logged in.')).toMatchObject({
    account: 2,
    subnet: '127.0.0.1',
    level: 'info',
  });
  const warnings = lines
    .filter(({ level }) => level === 'warn')
    .map(({ time: _, level: __, reqId: ___, ...rest }) => rest);
  const subnet = '127.0.0.1';
  expect(warnings).toEqual([
    { account: 2, subnet, method: 'GET', path: '/api/orders/admin', status: 403, msg: 'Refused a staff request.' },
    { account: null, subnet, method: 'GET', path: '/api/orders/export', status: 401, msg: 'Refused a staff request.' },
    { account: 2, subnet, msg: 'Wrong email or password.' },
    { account: null, subnet, msg: 'Wrong email or password.' },
  ]);
  for (const text of [password, token, people.otis.email, 'nobody@'])
    expect(shop.logLines.join('')).not.toContain(text);
});

async function statusOf(name: string, token: string | undefined, url = shop.url): Promise<number> {
  const [method = '', pattern = ''] = name.split(' ');
  const path = pattern.replace(/:\w+/, '999999');
  const wantsForm = 'form' in Object(endpoints)[name];
  const body = wantsForm ? new FormData() : method === 'GET' ? undefined : '{}';
  if (body instanceof FormData) body.set('_method', method);
  const type = wantsForm || method === 'GET' ? undefined : { 'content-type': 'application/json' };
  const init = { method, headers: { ...bearer(token), ...type }, ...(body && { body }) };
  const { status } = await apiClient(url).fetch(path, init);
  return status;
}

function memberOf(role: 'writer' | 'staff') {
  return { name: `A ${role}`, email: `${role}@farm.example`, password: 'a hundred bines' };
}
const loginAs = async (role: 'writer' | 'staff') =>
  (await shop.visitor.send('POST /api/login', { body: memberOf(role) })).token;
const login = async (who: keyof typeof people) =>
  (await shop.visitor.send('POST /api/login', { body: people[who] })).token;
const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};
