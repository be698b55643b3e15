import { expect, test } from 'vitest';
import { TO_PACK_MAX } from '#contracts/orders.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor } = shop;
const wren = await shop.as('wren');

async function order(name: string, email = ''): Promise<number> {
  const buyer = { name, email, phone: '(707) 555-0188', locationOption: 'pickup' };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      sourceId: 'cnon:card-nonce-ok',
      amount: 1600,
      orderDetails: { ...buyer, productId: 1, quantity: 1 },
    }),
  });
  return (await response.json()).order.id;
}

const changeStatus = (id: number, to: 'ready' | 'cancelled') =>
  wren.send('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });
const markReady = (ids: number[]) => wren.send('POST /api/orders/status-changes', { body: { to: 'ready', ids } });
const toPack = () => wren.send('GET /api/orders/to-pack');

test('lists paid orders with their lines, oldest first, and marks several ready; each result says what happened', async () => {
  const [first, second, done, gone] = [
    await order('Ada'),
    await order('Bo', 'bo@x.example'),
    await order('Cy'),
    await order('Di'),
  ];
  await changeStatus(done, 'ready');
  await changeStatus(gone, 'cancelled');

  const { data, more } = await toPack();
  expect(data.map(({ id }) => id)).toEqual([first, second]);
  expect(data[0]).toMatchObject({ name: 'Ada', lines: [{ name: 'Triple Pearl', pounds: 1 }] });
  expect(more).toBe(false);

  expect((await markReady([first, second, first, done, gone, 999_999])).data).toEqual([
    { id: first, changed: true, status: 'ready', message: null },
    { id: second, changed: true, status: 'ready', message: null },
    { id: done, changed: false, status: 'ready', message: 'This order is already ready.' },
    { id: gone, changed: false, status: 'cancelled', message: 'This order is cancelled and cannot become ready.' },
    { id: 999_999, changed: false, status: null, message: 'Order not found.' },
  ]);

  expect((await toPack()).data).toEqual([]);
  const { history } = (await wren.send('GET /api/orders/:id', { params: { id: first }, query: {} })).data;
  expect(history.at(-1)).toMatchObject({ status: 'ready', who: expect.any(String) });
  expect((await wren.send('GET /api/audit', { query: {} })).data.slice(0, 2)).toMatchObject([
    { action: 'order marked ready', subject: `Order ${second}` },
    { action: 'order marked ready', subject: `Order ${first}` },
  ]);
  const mails = (await shop.mails()).filter((mail) =>
    mail.includes(`Your order ${second} at Heron Slough Ranch: ready`),
  );
  expect(mails).toHaveLength(1);
});

test('two people who mark the same orders ready at once each change an order only once', async () => {
  const ids = [await order('Eve'), await order('Flo'), await order('Gil')];

  const both = await Promise.all([markReady(ids), markReady(ids)]);

  const changed = both.flatMap(({ data }) => data.filter((each) => each.changed).map(({ id }) => id));
  expect(changed.toSorted((a, b) => a - b)).toEqual(ids);
});

test.each([
  [[], 'Choose at least one order.'],
  [Array.from({ length: TO_PACK_MAX + 1 }, (_, n) => n + 1), `Choose up to ${TO_PACK_MAX} orders.`],
])('rejects too few and too many orders', async (ids, message) => {
  const { status, body } = await wren.attempt('POST /api/orders/status-changes', { body: { to: 'ready', ids } });

  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: { ids: [message] } });
});

test('says that there are more than fit one list', async () => {
  for (let n = 0; n <= TO_PACK_MAX; n += 1) await order(`Buyer ${n}`);

  const { data, more } = await toPack();

  expect(data).toHaveLength(TO_PACK_MAX);
  expect(more).toBe(true);
});
