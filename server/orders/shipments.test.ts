import { expect, test } from 'vitest';
import type { ShipmentChange } from '#contracts/shipments.ts';
import type { ApiClient } from '#server/testing/api-client.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { visitor, database } = shop;
const wren = await shop.as('wren');
const { brewery, changeStatus, findOrder } = termsFixtures(shop, wren);
// More than these orders take.
await database.transaction(['products'], (tx) => tx.updateTable('products').set({ stock: 10_000 }).execute());

const ups: ShipmentChange = { carrier: 'UPS', tracking_number: '1Z 999-AA1' };
const nothing: ShipmentChange = { carrier: null, tracking_number: null };

let buyers = 0;
async function order(locationOption = 'delivery', onTerms?: ApiClient) {
  buyers += 1;
  const email = `buyer-${buyers}@tulefog.example`;
  const details = { name: 'Dana', phone: '707', email, address: '412 Second Street', locationOption };
  const response = await (onTerms ?? visitor).fetch(onTerms ? '/api/orders/on-terms' : '/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...(onTerms ? { poNumber: '' } : { sourceId: 'cnon:card-nonce-ok' }),
      amount: 1600 * 22,
      orderDetails: { ...details, productId: 1, quantity: 22 },
    }),
  });
  const { id, key }: { id: number; key: string } = (await response.json()).order;
  return { id, key, email };
}

const ship = (id: number, body: ShipmentChange) =>
  wren.attempt('PUT /api/orders/:id/shipment', { params: { id }, body });
const mailsTo = async (email: string) => (await shop.mails()).filter((text) => text.includes(`To: ${email}`));
const onItsWay = async ({ id, email }: { id: number; email: string }) =>
  (await mailsTo(email)).filter((text) => text.includes(`Subject: Your order ${id} is on its way`));
const auditOf = async (id: number) =>
  (await wren.send('GET /api/audit', { query: {} })).data
    .filter(({ subject }) => subject === `Order ${id}`)
    .map(({ action }) => action);

test('a number that is set before the order is ready is in the email that says so, and in no other', async () => {
  const placed = await order();

  expect((await ship(placed.id, ups)).body.data.shipment).toEqual(ups);
  await changeStatus(placed.id, 'ready');

  const ready = (await mailsTo(placed.email)).find((text) => text.includes(': ready'));
  expect(ready).toContain('Tracking number: 1Z 999-AA1');
  expect(ready?.replaceAll('=3D', '=')).toContain('https://www.ups.com/track?tracknum=1Z999AA1');
  expect(await onItsWay(placed)).toEqual([]);
});

test('a number that is set later is mailed once; another number is mailed again', async () => {
  const placed = await order();
  await changeStatus(placed.id, 'ready');

  for (const change of [ups, ups]) expect((await ship(placed.id, change)).status).toBe(200);
  expect(await onItsWay(placed)).toHaveLength(1);
  expect(await auditOf(placed.id)).toEqual(['shipment set', 'order marked ready']);

  await ship(placed.id, { carrier: 'FedEx', tracking_number: ' 771234567890 ' });
  const [, second, ...others] = await onItsWay(placed);
  expect(others).toEqual([]);
  expect(second).toContain('Carrier: FedEx');
  expect(second).toContain('Tracking number: 771234567890');
});

test('null takes it back without an email', async () => {
  const placed = await order();
  await changeStatus(placed.id, 'ready');
  await ship(placed.id, ups);

  expect((await ship(placed.id, nothing)).body.data.shipment).toBeNull();
  await ship(placed.id, nothing);

  expect(await onItsWay(placed)).toHaveLength(1);
  expect(await auditOf(placed.id)).toEqual(['shipment removed', 'shipment set', 'order marked ready']);
});

test('an order on terms can be shipped before it is paid', async () => {
  const placed = await order('delivery', await brewery());

  expect((await ship(placed.id, ups)).body.data).toMatchObject({ status: 'pending', shipment: ups });
  await changeStatus(placed.id, 'ready');

  const ready = (await mailsTo(placed.email)).find((text) => text.includes(': ready'));
  expect(ready).toContain('Tracking number: 1Z 999-AA1');
});

test('our own truck needs no number', async () => {
  const placed = await order();
  await ship(placed.id, { carrier: 'own truck', tracking_number: null });
  await changeStatus(placed.id, 'ready');

  const ready = (await mailsTo(placed.email)).find((text) => text.includes(': ready'));
  expect(ready).toContain('The day we arranged by phone');
});

test('everyone with the link sees the number, and still no contact data', async () => {
  const { id, key } = await order();
  await ship(id, ups);

  const { data } = await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } });

  expect(data).toMatchObject({ shipment: ups, name: null, address: null, phone: null });
  const page = await (await visitor.fetch(`/order/${id}?key=${key}`)).text();
  expect(page).toContain('https://www.ups.com/track?tracknum=1Z999AA1');
});

test.each([
  [{ carrier: 'UPS', tracking_number: '1234' }, 'tracking_number'],
  [{ carrier: 'UPS', tracking_number: 'x'.repeat(41) }, 'tracking_number'],
  [{ carrier: 'UPS', tracking_number: '12345<b>' }, 'tracking_number'],
  [{ carrier: 'UPS', tracking_number: null }, 'tracking_number'],
  [{ carrier: 'UPS', tracking_number: '     ' }, 'tracking_number'],
  [{ carrier: 'UPS', tracking_number: 12_345 }, 'tracking_number'],
  [{ carrier: 'Pigeon', tracking_number: '12345' }, 'carrier'],
  [{ carrier: null, tracking_number: '12345' }, 'carrier'],
  [{}, 'carrier'],
])('%j is refused at %s, and nothing changes', async (body, field) => {
  const { id } = await order();

  const response = await wren.fetch(`/api/orders/${id}/shipment`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  expect(response.status).toBe(422);
  expect(Object.keys((await response.json()).errors)).toEqual([field]);
  expect((await findOrder(id)).shipment).toBeNull();
  expect(await auditOf(id)).toEqual([]);
});

test('an order that is picked up, cancelled or unknown has no carrier', async () => {
  const pickup = await order('pickup');
  expect(await ship(pickup.id, ups)).toMatchObject({
    status: 409,
    body: { message: 'This order is picked up, so it has no carrier.' },
  });
  const cancelled = await order();
  await changeStatus(cancelled.id, 'cancelled');
  expect(await ship(cancelled.id, ups)).toMatchObject({
    status: 409,
    body: { message: 'This order is cancelled, so it has no carrier.' },
  });
  expect((await ship(999_999, ups)).status).toBe(404);
  expect(await database.db.selectFrom('shipments').selectAll().where('order_id', '=', pickup.id).execute()).toEqual([]);
});

test('whichever comes first, the number or the mark ready, the buyer hears of the number once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const placed = await order();
    await Promise.all([ship(placed.id, ups), changeStatus(placed.id, 'ready')]);

    const told = (await mailsTo(placed.email)).filter((text) => text.includes('Tracking number: 1Z 999-AA1'));
    expect(told).toHaveLength(1);
  }
});
