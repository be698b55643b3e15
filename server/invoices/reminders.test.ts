import { beforeEach, expect, test } from 'vitest';
import { defaultSettings } from '#contracts/default-settings.ts';
import { addDays } from '#contracts/sales-range.ts';
import { createOutbox } from '#server/mail/mail.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';
import { sendReminders } from './reminders.ts';

const shop = await openTestShop({ settings: { LIMITS: 'off' } });
const { database, clock } = shop;
const wren = await shop.as('wren');
const { brewery, order, pay } = termsFixtures(shop, wren);

beforeEach(() => goTo('2026-10-01'));

/** Ten in the morning at the farm. */
function goTo(day: string, hour = '17:00') {
  clock.now = new Date(`${day}T${hour}:00.000Z`);
}

async function remindersOf(invoice: number) {
  const mails = await database.db
    .selectFrom('emails')
    .select(['subject', 'text', 'recipient', 'invoice_number'])
    .where('invoice_number', '=', invoice)
    .where('subject', 'like', '% is %')
    .orderBy('id')
    .execute();
  return mails;
}

const subjectsOf = async (invoice: number) => (await remindersOf(invoice)).map(({ subject }) => subject);

/** Runs the job on each of these days. */
async function live(from: string, days: number) {
  for (let n = 0; n <= days; n += 1) {
    goTo(addDays(from, n));
    await shop.jobs.runNow('reminders');
    await shop.jobs.runNow('reminders');
  }
}

test('an open invoice is reminded of three days before it is due, and 1, 14 and 30 days after, once each', async () => {
  const { body } = await order(await brewery({ days: 30 }), 2);
  await live('2026-10-01', 26);
  expect(await subjectsOf(body.invoice)).toEqual([]);
  const name = `Invoice ${body.invoice}`;

  await live('2026-10-28', 3);
  expect(await subjectsOf(body.invoice)).toEqual([`${name} is due October 31, 2026: Heron Slough Ranch`]);
  await live('2026-11-01', 90);

  const late = `${name} is overdue: Heron Slough Ranch`;
  expect((await subjectsOf(body.invoice)).slice(1)).toEqual([late, late, late]);
  const [before, ...after] = await remindersOf(body.invoice);
  expect(before?.text).toContain('is due on October 31, 2026');
  expect(before?.text).toContain('Still open: $32.00');
  expect(before?.text).toMatch(new RegExp(`/invoice/${body.invoice}\\?key=`));
  expect(before).toMatchObject({ recipient: 'otis@brewery.example', invoice_number: body.invoice });
  expect(after.map(({ text }) => /, (a day|\d+ days) ago/.exec(text)?.[1])).toEqual(['a day', '14 days', '30 days']);
});

test('a paid invoice is not reminded of, and a part is taken off', async () => {
  const [paid, part] = [await brewery(), await brewery()];
  const first = await order(paid);
  const second = await order(part);
  await pay(paid.id, 16);
  await pay(part.id, 6);
  await live('2026-10-28', 5);

  expect(await subjectsOf(first.body.invoice)).toEqual([]);
  expect((await remindersOf(second.body.invoice))[0]?.text).toContain('Still open: $10.00');
});

test('no reminder comes within three days of the invoice', async () => {
  const short = await order(await brewery({ days: 5 }));
  const atOnce = await order(await brewery({ days: 0 }));
  await live('2026-10-01', 16);

  expect(await subjectsOf(short.body.invoice)).toEqual([expect.stringContaining('is overdue')]);
  expect(await subjectsOf(atOnce.body.invoice)).toEqual([expect.stringContaining('is overdue')]);
  expect((await remindersOf(atOnce.body.invoice))[0]?.text).toContain('14 days ago');
});

test('after weeks without the shop one reminder goes out, not all that were missed', async () => {
  const { body } = await order(await brewery());
  await live('2026-11-20', 2);
  expect(await remindersOf(body.invoice)).toMatchObject([{ text: expect.stringContaining('20 days ago') }]);
});

test('an order without an email is not reminded of', async () => {
  const { body } = await order(await brewery());
  await database.transaction([], async (tx) => {
    await tx.updateTable('orders').set({ email: null }).where('id', '=', body.order.id).execute();
  });
  await live('2026-10-28', 5);
  expect(await remindersOf(body.invoice)).toEqual([]);
});

test('reminders wait for the morning', async () => {
  const { body } = await order(await brewery());
  goTo('2026-10-28', '12:00');
  await shop.jobs.runNow('reminders');
  expect(await remindersOf(body.invoice)).toEqual([]);
});

test('two instances and a crash send each reminder once', async () => {
  const invoices: number[] = [];
  for (let n = 0; n < 12; n += 1) invoices.push((await order(await brewery())).body.invoice);
  goTo('2026-10-29');
  const { farm } = defaultSettings;
  const deps = {
    database,
    now: () => clock.now,
    sender: () => ({ siteUrl: 'http://hops.example', farm, takesCards: true }),
  };
  const transport = { deliver: async () => {} };
  const outbox = createOutbox({ ...deps, transport, farm: () => farm, attach: async () => undefined, report() {} });
  let queued = 0;
  // Stops in the middle of its third reminder.
  const dying = {
    ...outbox,
    queue: async (...emails: Parameters<typeof outbox.queue>) => {
      queued += 1;
      if (queued === 3) throw new Error('killed');
      await outbox.queue(...emails);
    },
  };
  await Promise.allSettled([
    sendReminders({ ...deps, outbox }, () => false),
    sendReminders({ ...deps, outbox: dying }, () => false),
    shop.jobs.runNow('reminders'),
  ]);
  await shop.jobs.runNow('reminders');

  for (const invoice of invoices) expect(await remindersOf(invoice)).toHaveLength(1);
});
