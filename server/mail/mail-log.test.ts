import { afterAll, expect, test } from 'vitest';
import { busy, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const shop = await openTestShop({ settings: { SMTP_URL: smtp.url, MAIL_FROM: 'hops@farm.example', LIMITS: 'off' } });
shop.expectError(/will be retried|Gave up on email/);
const { visitor, clock } = shop;
const wren = await shop.as('wren');

async function placeOrder(): Promise<number> {
  const orderDetails = {
    ...{ productId: 1, quantity: 2, name: 'Dana', phone: '707', email: 'dana@brewery.example' },
    locationOption: 'pickup',
  };
  const response = await visitor.fetch('/api/process-payment', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId: 'cnon:card-nonce-ok', amount: 3200, orderDetails }),
  });
  return (await response.json()).order.id;
}
const list = async (query = {}) => wren.send('GET /api/emails', { query });
const emailTo = async (recipient: string) => (await list()).data.find((each) => each.recipient === recipient);

test('lists what waits, fails and was sent, with the reason and the text', async () => {
  smtp.refusal = busy;
  const order_id = await placeOrder();
  await shop.jobs.runNow('mail');

  const waiting = await emailTo('dana@brewery.example');
  expect(waiting).toMatchObject({ state: 'waiting', tries: 1, order_id, secret: false, sent_at: null });
  expect(waiting?.last_error).toContain('451');

  for (let day = 0; day < 9; day += 1) {
    clock.now = new Date(clock.now.getTime() + 1440 * 60_000);
    await shop.jobs.runNow('mail');
  }
  clock.now = new Date('2026-10-01T17:00:00.000Z');
  expect(await emailTo('dana@brewery.example')).toMatchObject({ state: 'failed', tries: 9, next_try_at: null });

  smtp.refusal = undefined;
  const id = waiting?.id ?? 0;
  const { data } = await wren.send('POST /api/emails/:id/deliveries', { params: { id } });
  expect(data).toMatchObject({ id, state: 'waiting', tries: 0 });
  await shop.jobs.runNow('mail');
  const sent = await wren.send('GET /api/emails/:id', { params: { id } });
  expect(sent.data).toMatchObject({ state: 'sent', sent_at: clock.now.toISOString(), last_error: null });
  expect(sent.data.text).toContain('Hi Dana,');
  expect((await list({ unsent: 'true' })).data.map((each) => each.id)).not.toContain(id);
});

test('an address that the mail server refuses is tried once, shown with the reason, and named in To do', async () => {
  const undelivered = async () => (await wren.send('GET /api/dashboard/admin')).data.to_do.undelivered_emails;
  const before = await undelivered();
  smtp.refusal = { at: 'RCPT', answer: '550 5.1.1 no such user' };
  await visitor.send('POST /api/password-reset-requests', { body: { email: people.otis.email } });
  await shop.jobs.runNow('mail');

  const refused = await emailTo(people.otis.email);
  expect(refused).toMatchObject({ state: 'failed', tries: 1, next_try_at: null });
  expect(refused?.last_error).toContain('550 5.1.1 no such user');
  expect(await undelivered()).toBe(before + 1);

  smtp.refusal = undefined;
  await wren.send('POST /api/emails/:id/deliveries', { params: { id: refused?.id ?? 0 } });
  expect(await undelivered()).toBe(before);
  await shop.jobs.runNow('mail');
  expect(await emailTo(people.otis.email)).toMatchObject({ id: refused?.id, state: 'sent' });
});

test('a sent email goes out again as a copy, and the audit trail says who asked for it', async () => {
  const original = await emailTo('dana@brewery.example');
  smtp.received.length = 0;

  const { data: copy } = await wren.send('POST /api/emails/:id/deliveries', { params: { id: original?.id ?? 0 } });
  await shop.jobs.runNow('mail');

  expect(copy.id).toBeGreaterThan(original?.id ?? 0);
  expect(smtp.received.map(({ to }) => to)).toContain('dana@brewery.example');
  expect(smtp.received[0]?.message).toContain('text/html');
  expect((await wren.send('GET /api/audit')).data[0]).toMatchObject({
    action: 'email sent again',
    subject_id: original?.id,
  });
});

test('an email with a secret link is never shown, and not sent twice', async () => {
  await visitor.send('POST /api/password-reset-requests', { body: { email: people.otis.email } });

  const waiting = await emailTo(people.otis.email);
  const params = { id: waiting?.id ?? 0 };
  expect(waiting).toMatchObject({ state: 'waiting', secret: true });
  expect((await wren.send('GET /api/emails/:id', { params })).data.text).toBeNull();

  await shop.jobs.runNow('mail');
  const again = await wren.attempt('POST /api/emails/:id/deliveries', { params });
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('secret')]);
});

test('pages of emails go back in time without gaps', async () => {
  for (let order = 0; order < 30; order += 1) await placeOrder();

  const ids: number[] = [];
  for (let url: string | null = '/api/emails'; url; ) {
    const { data, next_page_url }: { data: { id: number }[]; next_page_url: string | null } = await (
      await wren.fetch(url)
    ).json();
    ids.push(...data.map(({ id }) => id));
    url = next_page_url;
  }

  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(60);
});

test('only staff may read or send emails', async () => {
  const otis = await shop.as('otis');

  expect((await visitor.attempt('GET /api/emails')).status).toBe(401);
  expect((await otis.attempt('GET /api/emails')).status).toBe(403);
  expect((await otis.attempt('POST /api/emails/:id/deliveries', { params: { id: 1 } })).status).toBe(403);
  expect((await wren.attempt('GET /api/emails/:id', { params: { id: 999_999 } })).status).toBe(404);
});
