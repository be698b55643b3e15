import { afterAll, beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { busy, startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import { listUnsent, retryAll } from './mail.store.ts';
import { createOutbox } from './mail.ts';
import { senderFrom, smtpTransport } from './mail-transport.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const shop = await openTestShop({
  settings: { SMTP_URL: smtp.url.replace('//', '//farm:secret@'), MAIL_FROM: 'hops@farm.example' },
});
shop.expectError(/will be retried|Gave up on email/);
const { database, clock, visitor } = shop;

beforeEach(async () => {
  smtp.mode = 'normal';
  smtp.refusal = undefined;
  smtp.received.length = 0;
  await database.transaction([], async (tx) => void (await tx.deleteFrom('emails').execute()));
  await database.transaction([], async (tx) => void (await tx.deleteFrom('rate_limits').execute()));
  await database.transaction([], async (tx) => void (await tx.deleteFrom('password_resets').execute()));
});

const requestReset = () => visitor.send('POST /api/password-reset-requests', { body: { email: people.otis.email } });
const advance = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

test('delivers an email once over SMTP with text and HTML, and then clears its body', async () => {
  await requestReset();
  await shop.jobs.runNow('mail');
  await shop.jobs.runNow('mail');

  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]?.to).toBe(people.otis.email);
  expect(smtp.received[0]?.message).toContain('From: Heron Slough Ranch <hops@farm.example>');
  expect(smtp.received[0]?.message).toContain('text/html');
  const rows = await database.db.selectFrom('emails').select(['text', 'html', 'sent_at']).execute();
  expect(rows).toEqual([{ text: '', html: '', sent_at: clock.now.toISOString() }]);
});

test('attaches the heron to the HTML, so that nothing is fetched to show it', async () => {
  await requestReset();
  await shop.jobs.runNow('mail');

  const { message = '' } = smtp.received[0] ?? {};
  expect(message).toContain('Content-Type: multipart/related');
  expect(message).toMatch(/Content-Type: image\/png.*\n(.+\n)*Content-ID: <heron@logo>/i);
  expect(message).toMatch(/Content-Disposition: inline/);
  expect(message).not.toMatch(/<img[^>]+src=3D"http/);
});

test('retries a rejected email later, not right away', async () => {
  smtp.refusal = busy;
  await requestReset();
  await shop.jobs.runNow('mail');
  smtp.refusal = undefined;

  await shop.jobs.runNow('mail');
  expect(smtp.received).toHaveLength(0);
  expect((await listUnsent(database.db))[0]).toMatchObject({ tries: 1, last_error: expect.stringContaining('451') });

  advance(1);
  await shop.jobs.runNow('mail');
  expect(smtp.received).toHaveLength(1);
});

test.each([
  { at: 'connection', answer: '554 no service here' },
  { at: 'EHLO', answer: '550 your host is blocked' },
  { at: 'AUTH', answer: '535 wrong password' },
  { at: 'MAIL', answer: '550 not your sender' },
  { at: 'RCPT', answer: '450 try again later' },
  { at: 'RCPT', answer: '503 log in first' },
] as const)('keeps trying after "$answer" to $at, which says nothing about the address', async (refusal) => {
  smtp.refusal = refusal;
  await requestReset();
  await shop.jobs.runNow('mail');

  expect((await listUnsent(database.db))[0]).toMatchObject({
    ...{ tries: 1, next_try_at: new Date(clock.now.getTime() + 60_000).toISOString() },
    last_error: expect.stringContaining(refusal.answer),
  });
});

test.each(['550 no such user', '553 not an address'])('gives up at once if the address gets "%s"', async (answer) => {
  smtp.refusal = { at: 'RCPT', answer };
  await requestReset();
  await shop.jobs.runNow('mail');

  expect((await listUnsent(database.db))[0]).toMatchObject({
    ...{ tries: 1, next_try_at: null },
    last_error: expect.stringContaining(answer),
  });
});

test('gives up after eight retries, and the email can be retried by hand', async () => {
  smtp.refusal = busy;
  await requestReset();
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await shop.jobs.runNow('mail');
    advance(1440);
  }
  expect((await listUnsent(database.db))[0]).toMatchObject({ tries: 9, next_try_at: null });
  smtp.refusal = undefined;

  const count = await database.transaction([], (tx) => retryAll(tx, clock.now.toISOString()));
  await shop.jobs.runNow('mail');

  expect(count).toBe(1);
  expect(smtp.received).toHaveLength(1);
});

test('resends an email that may have arrived with the same Message-ID', async () => {
  smtp.mode = 'drops after accepting';
  await requestReset();
  await shop.jobs.runNow('mail');
  smtp.mode = 'normal';
  advance(1);
  await shop.jobs.runNow('mail');

  const ids = smtp.received.map(({ message }) => /Message-ID: (.*)/i.exec(message)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('two instances send an email only once, and an expired lease is taken over', async () => {
  await requestReset();
  const transport = smtpTransport({
    smtpUrl: smtp.url,
    from: () => ({ name: '', address: 'hops@farm.example' }),
    requireTls: false,
  });
  const other = createOutbox({
    database,
    transport,
    now: () => clock.now,
    farm: () => defaultSettings.farm,
    attach: async () => undefined,
    report: () => {},
  });
  await Promise.all([shop.jobs.runNow('mail'), other.deliverDue()]);
  expect(smtp.received).toHaveLength(1);

  // As if an instance had died while sending.
  const leased = new Date(clock.now.getTime() + 60_000).toISOString();
  await database.transaction([], async (tx) => {
    await tx
      .updateTable('emails')
      .set({ sent_at: null, next_try_at: clock.now.toISOString(), leased_until: leased })
      .execute();
  });
  await other.deliverDue();
  expect(smtp.received).toHaveLength(1);
  advance(2);
  await other.deliverDue();
  expect(smtp.received).toHaveLength(2);
});

test.each([
  ['hops@farm.example', 'Kingfisher, Hops', 'hops@farm.example'],
  ['<hops@farm.example>', 'Kingfisher, Hops', 'hops@farm.example'],
  ['The barn <hops@farm.example>', 'The barn', 'hops@farm.example'],
  ['"The barn" <hops@farm.example>', 'The barn', 'hops@farm.example'],
])('MAIL_FROM=%s comes from %s <%s>', (from, name, address) => {
  expect(senderFrom(from, 'Kingfisher, Hops')).toEqual({ name, address });
});

test('emails come from the farm by its name, as it is now', async () => {
  const wren = await shop.as('wren');
  const value = { ...defaultSettings.farm, brand: 'Kingfisher, Hops' };
  await wren.send('PUT /api/settings/:section', { params: { section: 'farm' }, body: { version: 0, value } });
  await requestReset();
  await shop.jobs.runNow('mail');
  expect(smtp.received[0]?.message).toContain('From: "Kingfisher, Hops" <hops@farm.example>');
});

test('sends nothing to a server without TLS where TLS is required', async () => {
  const transport = smtpTransport({
    smtpUrl: smtp.url,
    from: () => ({ name: '', address: 'hops@farm.example' }),
    requireTls: true,
  });
  const parts = { subject: 'x', text: 'x', html: 'x', unsubscribe_url: null, calendar: null };
  const mail = { id: 1, recipient: people.otis.email, ...parts, created_at: '2026-10-01' };

  await expect(transport.deliver(mail)).rejects.toThrow(/STARTTLS/);

  expect(smtp.received).toEqual([]);
});

test('a line break in a name or a subject adds no header', async () => {
  const { deliver } = smtpTransport({
    smtpUrl: smtp.url,
    from: () => ({ name: 'Farm\r\nX-Added: name', address: 'hops@farm.example' }),
    requireTls: false,
  });
  const parts = { text: 'x', html: 'x', unsubscribe_url: null, calendar: null, created_at: '2026-10-01' };

  await deliver({ id: 1, recipient: people.otis.email, subject: 'Order\r\nX-Added: subject', ...parts });

  const [headers = ''] = (smtp.received[0]?.message ?? '').split('\n\n');
  expect(headers).toContain('Subject: Order');
  expect(headers).not.toMatch(/^X-Added:/im);
});
