import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { squareSettings, startFakeSquare } from '#server/testing/fake-square.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const SIGNATURE_KEY = 'the key of the webhook';
const SITE = 'http://hops.example';
const square = await startFakeSquare();
afterAll(() => square.close());
const shop = await openTestShop({
  settings: {
    ...squareSettings,
    SQUARE_API_URL: square.url,
    SQUARE_WEBHOOK_SIGNATURE_KEY: SIGNATURE_KEY,
    SITE_URL: SITE,
  },
});
shop.expectError(/needs attention|could not be looked up/);
const wren = await shop.as('wren');

const { order } = await shop.visitor.send('POST /api/process-payment', {
  body: {
    sourceId: 'cnon:card-nonce-ok',
    amount: 1600,
    orderDetails: Object({ productId: 1, quantity: 1, name: 'Dana', phone: '707', locationOption: 'pickup' }),
  },
});
const params = { id: order?.id ?? 0 };
const [payment] = square.payments.values();

function setDispute(state: string, payment_id = payment?.id): void {
  square.disputes.set('dispute-1', {
    id: 'dispute-1',
    state,
    reason: 'NOT_RECOGNIZED',
    amount_money: { amount: 1600, currency: 'USD' },
    due_at: '2026-10-15T00:00:00.000Z',
    disputed_payment: { payment_id },
  });
}

async function sendEvent(id: string, type = 'dispute.state.updated'): Promise<number> {
  const body = JSON.stringify({
    event_id: id,
    type,
    data: { type: 'dispute', id: 'dispute-1', object: { dispute: { id: 'dispute-1' } } },
  });
  const signature = createHmac('sha256', SIGNATURE_KEY).update(`${SITE}/api/webhooks/square`).update(body);
  const headers = {
    'content-type': 'application/json',
    'x-square-hmacsha256-signature': signature.digest('base64'),
  };
  return (await shop.visitor.fetch('/api/webhooks/square', { method: 'POST', headers, body })).status;
}

const alerts = async () => (await wren.send('GET /api/payment-alarms')).data;

test('a dispute marks the order for staff and raises an alert with the deadline, once per state', async () => {
  setDispute('EVIDENCE_REQUIRED');

  expect([await sendEvent('1', 'dispute.created'), await sendEvent('2')]).toEqual([200, 200]);

  const [alert, ...others] = await alerts();
  expect(others).toEqual([]);
  expect(alert).toMatchObject({ order_id: params.id, payment_id: payment?.id });
  expect(alert?.what).toMatch(
    /disputed .* Reason: not recognized\. State: evidence required\. Answer it .* October 14, 2026/,
  );
  const marked = await wren.send('GET /api/orders/:id', { params });
  expect(marked.data.dispute).toMatchObject({ state: 'EVIDENCE_REQUIRED', reason: 'NOT_RECOGNIZED' });
  const toBuyer = await shop.visitor.send('GET /api/orders/:id', { params, query: { key: order?.key ?? '' } });
  expect(toBuyer.data.dispute).toBeNull();

  setDispute('LOST');
  await sendEvent('3');
  expect((await wren.send('GET /api/orders/:id', { params })).data.dispute?.state).toBe('LOST');
  expect(await alerts()).toHaveLength(2);
});

test('an event whose dispute cannot be looked up is rejected, so that it is sent again', async () => {
  square.faultOf = (call) => (call === 'get dispute' ? '500 before recording' : undefined);
  expect(await sendEvent('4')).toBe(500);
  square.faultOf = () => undefined;
  expect(await sendEvent('4')).toBe(200);
});

test('a dispute about a payment of another register is ignored', async () => {
  const before = (await alerts()).length;
  setDispute('EVIDENCE_REQUIRED', 'another payment');

  expect(await sendEvent('5')).toBe(200);

  expect(await alerts()).toHaveLength(before);
});
