import { expect, test } from 'vitest';
import * as searchTerms from '#server/orders/search-terms/search-terms.store.ts';
import { createPrivacy } from '#server/privacy/privacy.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, database, clock } = shop;
const wren = await shop.as('wren');
const { token } = await visitor.send('POST /api/login', { body: people.otis });

type Details = { name?: string; email?: string | null; phone?: string; address?: string };

async function order(details: Details, account?: string): Promise<number> {
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(account && { authorization: `Bearer ${account}` }) },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: {
        ...{ productId: 1, quantity: 1, locationOption: 'pickup', name: 'Dana Whitlock', phone: '(707) 555-0188' },
        ...details,
      },
    }),
  });
  const { order } = await response.json();
  await shop.jobs.runNow('customers');
  return order.id;
}

const find = async (q: string) => (await wren.send('GET /api/customers', { query: { q } })).data;
const ordersOf = async (id = 0) => {
  const { data } = await wren.send('GET /api/customers/:id/orders', { params: { id } });
  return data.map((each) => each.id);
};
const fields = { name: 'Marsh', company: '', email: '', phone: '', address: '', notes: '' };

test('orders with the same email belong to one customer, whatever its case', async () => {
  const first = await order({ email: 'dana@tulefog.example' });
  const second = await order({ email: 'Dana@Tulefog.example', address: '1 Levee Road' });

  const [dana, ...others] = await find('tulefog');
  expect(others).toEqual([]);
  expect(dana).toMatchObject({
    ...{ name: 'Dana Whitlock', email: 'dana@tulefog.example', address: '1 Levee Road', login: null },
    last_order_at: clock.now.toISOString(),
  });
  expect(await ordersOf(dana?.id)).toEqual([second, first]);
});

test('guests without an email are told apart by their phone', async () => {
  const [heron, again, egret] = [
    await order({ name: 'Heron', phone: '(916) 555-0101' }),
    await order({ name: 'Heron', phone: '+1 916 555 0101' }),
    await order({ name: 'Egret', phone: '916 555 0102' }),
  ];

  expect(await ordersOf((await find('heron'))[0]?.id)).toEqual([again, heron]);
  expect(await ordersOf((await find('0102'))[0]?.id)).toEqual([egret]);
});

test('a guest who makes an account stays one customer', async () => {
  const guest = await order({ name: 'Otis', email: people.otis.email });
  const own = await order({ name: 'Otis', email: 'cellar@brewery.example' }, token);

  const [otis, ...others] = await find(people.otis.email);
  expect(others).toEqual([]);
  expect(otis?.login).toBe(people.otis.email);
  expect(await ordersOf(otis?.id)).toEqual([own, guest]);
});

test('a declined card makes no customer', async () => {
  await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-declined',
      amount: 1600,
      orderDetails: { productId: 1, quantity: 1, name: 'Nobody', phone: '1', locationOption: 'pickup' },
    }),
  });
  await shop.jobs.runNow('customers');

  expect(await find('nobody')).toEqual([]);
});

test('staff add and revise a customer; a second edit of the same version is refused', async () => {
  const body = { ...fields, company: 'Marsh & Sons', email: 'Marsh@Sons.example', phone: '(530) 555-0110' };
  const { data } = await wren.send('POST /api/customers', { body });
  expect(data).toMatchObject({ company: 'Marsh & Sons', email: 'marsh@sons.example', version: 1 });
  const revised = { ...body, notes: 'Net 30 since 2019.' };

  const first = await wren.attempt('PUT /api/customers/:id', {
    params: { id: data.id },
    body: { ...revised, version: 1 },
  });
  const second = await wren.attempt('PUT /api/customers/:id', {
    params: { id: data.id },
    body: { ...body, version: 1 },
  });

  expect(first.body.data).toMatchObject({ notes: 'Net 30 since 2019.', version: 2 });
  expect([second.status, second.body.current]).toEqual([409, first.body.data]);
  expect((await find('sons'))[0]).toEqual(first.body.data);
  const { data: trail } = await wren.send('GET /api/audit');
  expect(trail.slice(0, 2)).toMatchObject([{ action: 'customer revised' }, { action: 'customer added' }]);
});

test('bad input names its field and changes nothing', async () => {
  await wren.send('POST /api/customers', { body: { ...fields, email: 'rail@marsh.example' } });
  const attempt = async (body: object) => {
    const response = await wren.fetch('/api/customers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, ...body }),
    });
    return [response.status, Object.keys((await response.json()).errors)];
  };

  expect(await attempt({ name: ' ' })).toEqual([422, ['name']]);
  expect(await attempt({ email: 'nowhere' })).toEqual([422, ['email']]);
  expect(await attempt({ email: 'RAIL@marsh.example' })).toEqual([422, ['email']]);
  expect(await attempt({ notes: 'x'.repeat(5001) })).toEqual([422, ['notes']]);
});

test('the list starts with the latest and goes on after a customer', async () => {
  for (let n = 0; n < 25; n += 1)
    await wren.send('POST /api/customers', { body: { ...fields, name: `Brewery ${n}`, email: `b${n}@many.example` } });

  const first = await wren.send('GET /api/customers', {});
  const next = await wren.send('GET /api/customers', { query: { after: first.data.at(-1)?.id } });

  expect(first.data.slice(0, 2).map(({ name }) => name)).toEqual(['Brewery 24', 'Brewery 23']);
  expect([first.data.length, first.more]).toEqual([20, true]);
  expect(next.data[0]?.name).toBe('Brewery 4');
  expect(await find('brewery 23')).toMatchObject([{ name: 'Brewery 23' }]);
});

test('erasing a person erases the customer too', async () => {
  await order({ name: 'Gone', email: 'gone@tulefog.example' });
  const [gone] = await find('gone');
  const privacy = createPrivacy({ database, searchTerms, now: () => clock.now });

  await privacy.erase('gone@tulefog.example');

  expect(await find('gone')).toEqual([]);
  const { data } = await wren.send('GET /api/customers/:id', { params: { id: gone?.id ?? 0 } });
  expect(data).toMatchObject({ name: 'Removed', email: '', phone: '', notes: '' });
});
