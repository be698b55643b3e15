// Order lines remember their lot, and the recall sheet finds everyone who received it.

import { beforeEach, expect, test } from 'vitest';
import { farmDateTime } from '#contracts/dates.ts';
import { freeLotNumbers, lot, pdf } from '#server/testing/lot-fixtures.ts';
import { cascade, picture } from '#server/testing/product-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
beforeEach(() => freeLotNumbers(shop.database));
const { visitor } = shop;
const wren = await shop.as('wren');

const { id: hop } = (await wren.send('POST /api/products/admin', { form: cascade, picture })).data;
/** With 10 lbs of its own. */
const add = async (number: string, certificate?: Buffer) => {
  const form = { ...lot, number, stock: 10 };
  const files = certificate && { certificate };
  return (await wren.send('POST /api/products/admin/:id/lots', { params: { id: hop }, form, ...files })).data;
};
const makeCurrent = (lot_id: number | null) =>
  wren.send('PUT /api/products/admin/:id/current-lot', { params: { id: hop }, body: { lot_id } });

async function buy(details: object = {}, sourceId = 'cnon:card-nonce-ok') {
  const orderDetails = { productId: hop, quantity: 2, name: 'Dana', phone: '707', locationOption: 'pickup' };
  const body = JSON.stringify({ sourceId, amount: 2500, orderDetails: { ...orderDetails, ...details } });
  const headers = { 'content-type': 'application/json' };
  return (await visitor.fetch('/api/process-payment', { method: 'POST', headers, body })).json();
}

const linesOf = async ({ order: { id, key } }: { order: { id: number; key: string } }) =>
  (await visitor.send('GET /api/orders/:id', { params: { id }, query: { key } })).data.lines;
const sheet = (id: number) => wren.fetch(`/api/lots/admin/${id}/recall-sheet`);
const rows = async (id: number) => (await (await sheet(id)).text()).trim().split('\r\n').slice(1);
const changeStatus = (id: number, to: 'cancelled' | 'refunded') =>
  wren.send('POST /api/orders/:id/status-changes', { params: { id }, body: { to } });

test('an order gets the lot that is current when it is placed, and keeps it', async () => {
  const [first, second] = [await add('A-1', pdf('a')), await add('A-2')];
  const before = await buy();
  await makeCurrent(first.id);
  const during = await buy({ email: 'dana@tulefog.example' });
  await makeCurrent(second.id);
  const after = await buy();

  expect((await linesOf(before))[0]?.lots).toEqual([]);
  expect((await linesOf(during))[0]?.lots).toEqual([
    { id: first.id, number: 'A-1', pounds: 2, certificate_url: first.certificate_url },
  ]);
  expect((await linesOf(after))[0]?.lots).toMatchObject([{ number: 'A-2', pounds: 2, certificate_url: null }]);
  const matching = (await shop.mails()).filter((mail) => mail.includes('Cascade, lot A-1, 2 lbs'));
  expect(matching.length).toBeGreaterThanOrEqual(2);
  const csv = await (await wren.fetch('/api/orders/export?range=all')).text();
  expect(csv).toContain(',"Cascade 2 lbs"\r\n');
  expect(csv).toContain(',"Cascade 2 lbs (lot A-1)"\r\n');
});

test('ignores a lot under another name than lotId', async () => {
  const [mine, current] = [await add('W-1'), await add('W-2')];
  await makeCurrent(current.id);

  const placed = await buy({ lot_id: mine.id, items: [{ productId: hop, quantity: 2, lot_id: mine.id }] });

  expect((await linesOf(placed))[0]?.lots).toMatchObject([{ number: 'W-2' }]);
});

test('the recall sheet of an unsold lot has only a header', async () => {
  const { id } = await add('B/1 x');

  const response = await sheet(id);

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="recall-cascade-B-1-x.csv"');
  expect(await response.text()).toBe(
    '"Order ID","Created At","Status","Customer Name","Customer Email","Customer Phone","Customer Address","Location Option","Product","Lot","Pounds"\r\n',
  );
});

test('the recall sheet lists buyers of a lot, including canceled and refunded orders, but no failed ones', async () => {
  const { id } = await add('C-1');
  await makeCurrent(id);
  const dana = await buy({ name: '=1+1', email: 'dana@tulefog.example', phone: '+1 707', address: '1 Main, Isleton' });
  const cancelled = await buy({ name: 'Cancelled' });
  const refunded = await buy({ name: 'Refunded' });
  await buy({ name: 'Declined' }, 'cnon:card-nonce-declined');
  await changeStatus(cancelled.order.id, 'cancelled');
  await changeStatus(refunded.order.id, 'refunded');
  await makeCurrent(null);
  await buy({ name: 'Later' });

  const at = farmDateTime(shop.clock.now.toISOString());
  expect(await rows(id)).toEqual([
    `${dana.order.id},"${at}","paid","'=1+1","dana@tulefog.example","'+1 707","1 Main, Isleton","pickup","Cascade","C-1",2`,
    `${cancelled.order.id},"${at}","cancelled","Cancelled","","707","","pickup","Cascade","C-1",2`,
    `${refunded.order.id},"${at}","refunded","Refunded","","707","","pickup","Cascade","C-1",2`,
  ]);
  const { data } = await wren.send('GET /api/products/admin/:id/lots', { params: { id: hop } });
  expect(data.find((each) => each.id === id)).toMatchObject({ orders: 3, pounds: 2 });
});

test('a corrected lot number shows in orders, and lots of withdrawn products can still be recalled', async () => {
  const { id } = await add('D-1');
  await makeCurrent(id);
  const placed = await buy();
  await wren.send('PUT /api/lots/admin/:id', { params: { id }, form: { ...lot, number: 'D-2' } });
  await wren.send('DELETE /api/products/admin/:id', { params: { id: hop } });

  expect((await linesOf(placed))[0]?.lots).toMatchObject([{ number: 'D-2' }]);
  expect(await rows(id)).toEqual([expect.stringMatching(/,"Cascade","D-2",2$/)]);
});

test('the recall sheet is only for staff, and only for lots that exist', async () => {
  expect((await visitor.fetch('/api/lots/admin/1/recall-sheet')).status).toBe(401);
  expect((await (await shop.as('otis')).fetch('/api/lots/admin/1/recall-sheet')).status).toBe(403);
  expect((await wren.fetch('/api/lots/admin/999999/recall-sheet')).status).toBe(404);
  expect((await wren.fetch('/api/lots/admin/x/recall-sheet')).status).toBe(404);
});
