import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { alerts } from '#content/alerts.ts';
import { lastingClient } from '#server/testing/lasting-client.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { clock, database, visitor } = shop;
const wren = lastingClient(shop, 'wren');
const FARM = 'hops@heronslough.example';

const noticesAbout = (words: string) =>
  database.db
    .selectFrom('emails')
    .select(['recipient', 'subject', 'text'])
    .where('subject', 'like', `%${words}%`)
    .orderBy('id')
    .execute();
const tell = () => Promise.all([shop.jobs.runNow('staff alerts'), shop.jobs.runNow('staff alerts')]);

async function save(changes: Partial<typeof alerts>): Promise<void> {
  const params = { section: 'alerts' as const };
  const { data } = await wren.send('GET /api/settings/:section', { params });
  const value = { ...alerts, ...changes };
  await wren.send('PUT /api/settings/:section', { params, body: { version: data.version, value } });
}

async function addHop(stock: number) {
  const form = { ...cascade, name: `Cascade ${randomUUID()}`, stock };
  return (await wren.send('POST /api/products/admin', { form, picture })).data;
}

const enter = (product_id: number, kind: 'harvest' | 'loss', pounds: number) =>
  wren.send('POST /api/stock-moves', { body: { product_id, kind, pounds, note: '', key: randomUUID() } });

async function order(productId: number): Promise<void> {
  const orderDetails = { productId, quantity: 2, name: 'Dana', phone: '707', locationOption: 'pickup' };
  await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: cascade.price * 200, orderDetails }),
  });
}

test('a hop that falls below the limit is told once, and again only after it recovered', async () => {
  const { id, name } = await addHop(200);
  await tell();
  await enter(id, 'loss', 190);
  await tell();
  await enter(id, 'loss', 5);
  await tell();
  expect((await noticesAbout(name)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [FARM, `Low stock: ${name}`],
  ]);

  await enter(id, 'harvest', 300);
  await tell();
  await enter(id, 'loss', 305);
  await tell();

  const told = await noticesAbout(name);
  expect(told).toHaveLength(2);
  expect(told[1]?.text).toContain(`${name}: sold out`);
});

test('a payment that needs a person, and an email that was given up, are told once', async () => {
  const at = clock.now.toISOString();
  await database.transaction([], async (tx) => {
    const alert = { payment_id: 'pay-1', order_id: null, what: 'was captured without an order', at, resolved_at: null };
    await tx.insertInto('payment_alerts').values(alert).execute();
    const email = { subject: 'Your order', text: 'x', html: 'x', created_at: at, tries: 9, next_try_at: null };
    const lost = ['typo@brewrey.example', FARM].map((recipient) => ({
      ...email,
      recipient,
      last_error: '550 no such user',
    }));
    await tx.insertInto('emails').values(lost).execute();
  });

  await tell();
  await tell();

  expect(await noticesAbout('A payment needs you')).toHaveLength(1);
  const [mail, ...others] = await noticesAbout('An email could not be delivered');
  expect(mail?.text).toContain('Your order, to typo@brewrey.example: 550 no such user');
  expect(others).toEqual([]);
});

test('when a mail server is down for days, one email tells of all that was given up', async () => {
  const at = clock.now.toISOString();
  const lost = Array.from({ length: 45 }, (_, n) => ({
    ...{ recipient: `lost${n}@brewery.example`, subject: 'News', text: 'x', html: 'x', created_at: at },
    ...{ tries: 9, next_try_at: null, last_error: 'no answer' },
  }));
  await database.transaction([], (tx) => tx.insertInto('emails').values(lost).execute());

  await tell();
  await tell();

  const [mail, ...others] = await noticesAbout('emails could not be delivered');
  expect(mail?.subject).toBe('45 emails could not be delivered');
  expect(mail?.text.match(/lost\d+@brewery/g)).toHaveLength(20);
  expect(mail?.text).toContain('And 25 more.');
  expect(others).toEqual([]);
});

test('each morning the farm reads where the shop stands, once, at its hour', async () => {
  const { id } = await addHop(500);
  clock.now = new Date('2026-10-05T20:00:00.000Z');
  await order(id);
  for (const time of [
    '2026-10-06T13:30',
    '2026-10-06T14:30',
    '2026-10-06T15:30',
    '2026-10-06T20:00',
    '2026-10-07T14:10',
  ]) {
    clock.now = new Date(`${time}:00.000Z`);
    await tell();
  }

  const mornings = await noticesAbout('This morning');

  expect(mornings.map(({ subject }) => subject)).toEqual(['This morning: 1 to pack', 'This morning: 1 to pack']);
  expect(mornings[0]?.text).toContain(`Orders yesterday: 1, $${(cascade.price * 2).toFixed(2)}`);
  expect(mornings[1]?.text).not.toContain('Orders yesterday');
});

test('each can be turned off', async () => {
  await save({ low_stock: false, payments: false, mail: false, morning: false });
  const before = (await noticesAbout('')).length;
  const { id } = await addHop(100);
  await enter(id, 'loss', 95);
  clock.now = new Date('2026-10-09T14:30:00.000Z');

  await tell();

  expect((await noticesAbout('')).length).toBe(before);
});
