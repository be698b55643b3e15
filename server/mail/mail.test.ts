import { afterAll, beforeEach, expect, test } from 'vitest';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { openTestShop, people } from '#server/testing/test-shop.ts';
import { listUnsent, retryAll } from './mail.store.ts';
import { createOutbox } from './mail.ts';
import { smtpTransport } from './mail-transport.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const farm = await openTestShop({ settings: { SMTP_URL: smtp.url, MAIL_FROM: 'hops@farm.example' } });
farm.expectError(/will be retried|Gave up on email/);
const { database, clock, visitor } = farm;

beforeEach(async () => {
  smtp.mood = 'kind';
  smtp.taken.length = 0;
  await database.transaction([], async (tx) => void (await tx.deleteFrom('mails').execute()));
  await database.transaction([], async (tx) => void (await tx.deleteFrom('limits').execute()));
});

const askForALink = () => visitor.send('POST /api/password-reset-requests', { body: { email: people.otis.email } });
const later = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

test('a mail reaches the SMTP server once, with text and HTML, and what it said is not kept', async () => {
  await askForALink();
  await farm.jobs.runNow('mail');
  await farm.jobs.runNow('mail');

  expect(smtp.taken).toHaveLength(1);
  expect(smtp.taken[0]?.to).toBe(people.otis.email);
  expect(smtp.taken[0]?.message).toContain('From: hops@farm.example');
  expect(smtp.taken[0]?.message).toContain('text/html');
  const rows = await database.db.selectFrom('mails').select(['text', 'html', 'sent_at']).execute();
  expect(rows).toEqual([{ text: '', html: '', sent_at: clock.now.toISOString() }]);
});

test('a mail that the server does not take is tried again later, not at once', async () => {
  smtp.mood = 'busy';
  await askForALink();
  await farm.jobs.runNow('mail');
  smtp.mood = 'kind';

  await farm.jobs.runNow('mail');
  expect(smtp.taken).toHaveLength(0);
  expect((await listUnsent(database.db))[0]).toMatchObject({ tries: 1, last_error: expect.stringContaining('451') });

  later(1);
  await farm.jobs.runNow('mail');
  expect(smtp.taken).toHaveLength(1);
});

test('after eight waits it is given up, and can be taken up again by hand', async () => {
  smtp.mood = 'busy';
  await askForALink();
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await farm.jobs.runNow('mail');
    later(1440);
  }
  expect((await listUnsent(database.db))[0]).toMatchObject({ tries: 9, next_try_at: null });
  smtp.mood = 'kind';

  const count = await database.transaction([], (tx) => retryAll(tx, clock.now.toISOString()));
  await farm.jobs.runNow('mail');

  expect(count).toBe(1);
  expect(smtp.taken).toHaveLength(1);
});

test('a mail that may have arrived is sent again under the same message id', async () => {
  smtp.mood = 'hangs up after taking it';
  await askForALink();
  await farm.jobs.runNow('mail');
  smtp.mood = 'kind';
  later(1);
  await farm.jobs.runNow('mail');

  const ids = smtp.taken.map(({ message }) => /Message-ID: (.*)/i.exec(message)?.[1]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('two instances that look at the same time send a mail once; a lease that ran out is taken over', async () => {
  await askForALink();
  const transport = smtpTransport({ smtpUrl: smtp.url, from: 'hops@farm.example' });
  const other = createOutbox({ database, transport, now: () => clock.now, report: () => {} });
  await Promise.all([farm.jobs.runNow('mail'), other.deliverDue()]);
  expect(smtp.taken).toHaveLength(1);

  // As if an instance had died while it was sending.
  const leased = new Date(clock.now.getTime() + 60_000).toISOString();
  await database.transaction([], async (tx) => {
    await tx
      .updateTable('mails')
      .set({ sent_at: null, next_try_at: clock.now.toISOString(), leased_until: leased })
      .execute();
  });
  await other.deliverDue();
  expect(smtp.taken).toHaveLength(1);
  later(2);
  await other.deliverDue();
  expect(smtp.taken).toHaveLength(2);
});
