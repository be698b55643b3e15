import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startFakeSmtp } from '#server/testing/fake-smtp.ts';
import { termsFixtures } from '#server/testing/terms-fixtures.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const shop = await openTestShop({
  settings: { LIMITS: 'off', SMTP_URL: smtp.url, MAIL_FROM: 'hops@farm.example' },
});
const wren = await shop.as('wren');
const { brewery, order, changeStatus } = termsFixtures(shop, wren);

const receivedWith = (subject: string) =>
  smtp.received.find(({ message }) => message.includes(`Subject: ${subject}`))?.message ?? '';

/** The attached PDF, decoded. */
function pdfIn(message: string): Buffer {
  const base64 = /Content-Type: application\/pdf[\s\S]*?\n\n([\w+/=\n]+)/.exec(message)?.[1] ?? '';
  return Buffer.from(base64, 'base64');
}

const latestEmail = async (subject: string) => {
  const { data } = await wren.send('GET /api/emails', { query: {} });
  return data.find((email) => email.subject.startsWith(subject));
};

test('an invoice is emailed with its PDF, and the email log says so', async () => {
  const sandbar = await brewery();
  const { body } = await order(sandbar, 2);
  await shop.jobs.runNow('mail');

  const message = receivedWith(`Invoice ${body.invoice}`);

  expect(message).toContain(`filename=heron-slough-ranch-invoice-${body.invoice}.pdf`);
  const page = await sandbar.fetch(`/api/invoices/${body.invoice}/pdf`);
  expect(pdfIn(message).equals(Buffer.from(await page.arrayBuffer()))).toBe(true);
  expect(await latestEmail(`Invoice ${body.invoice}`)).toMatchObject({ invoice: body.invoice, state: 'sent' });
});

test('an email that is sent again has the PDF again', async () => {
  const { body } = await order(await brewery());
  await shop.jobs.runNow('mail');
  smtp.received.length = 0;
  const { id = 0 } = (await latestEmail(`Invoice ${body.invoice}`)) ?? {};

  await wren.send('POST /api/emails/:id/deliveries', { params: { id } });
  await shop.jobs.runNow('mail');

  expect(pdfIn(receivedWith(`Invoice ${body.invoice}`)).toString('latin1')).toMatch(/^%PDF-/);
});

test('a credit note is emailed with its PDF, once, with the reason', async () => {
  const { body } = await order(await brewery(), 2);
  const key = randomUUID();
  const credit = () =>
    wren.send('POST /api/invoices/:id/credit-notes', {
      params: { id: body.invoice },
      body: { amount: 5, reason: 'A bag was wet', key },
    });
  const { data: note } = await credit();
  await credit();
  smtp.received.length = 0;
  await shop.jobs.runNow('mail');

  const subject = `Subject: Credit note ${note.number} for your invoice ${body.invoice}`;
  expect(smtp.received.filter(({ message }) => message.includes(subject))).toHaveLength(1);
  const message = receivedWith(`Credit note ${note.number}`);
  expect(message).toContain('A bag was wet');
  expect(message).toContain(`filename=heron-slough-ranch-credit-note-${note.number}.pdf`);
  expect(pdfIn(message).toString('latin1')).toMatch(/^%PDF-/);
});

test('canceling an order on terms sends its credit note', async () => {
  const { body } = await order(await brewery());
  await changeStatus(body.order.id, 'cancelled');
  await shop.jobs.runNow('mail');

  expect(receivedWith(`Credit note ${body.invoice + 1}`)).toContain(`Order ${body.order.id} was canceled`);
});

test('emails without an invoice have no PDF', async () => {
  await order(await brewery());
  smtp.received.length = 0;
  await shop.jobs.runNow('mail');
  const notice = smtp.received.find(({ message }) => message.includes('New order on invoice'));
  expect(notice?.message).not.toContain('application/pdf');
});

test('without a mail server the PDF is in the saved email', async () => {
  const local = await openTestShop({ settings: { LIMITS: 'off' } });
  const fixtures = termsFixtures(local, await local.as('wren'));
  await fixtures.order(await fixtures.brewery());
  await local.jobs.runNow('mail');

  const folder = join(local.tempShop.dataDir, 'outbox');
  const saved = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n'));
  expect(saved.map((message) => pdfIn(message).toString('latin1', 0, 5))).toContain('%PDF-');
});
