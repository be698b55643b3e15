import { expect, test } from 'vitest';
import { type Email, renderHtml, renderText } from '#server/mail/email-template.ts';
import { farm, sampleEmails } from './sample-emails.ts';

function sample(name: string): Email {
  const email = sampleEmails[name];
  if (!email) throw new Error(`There is no sample ${name}.`);
  return email;
}
const textOf = (name: string) => renderText(sample(name), farm);

test.each(Object.entries(sampleEmails))(
  '%s has the heron, the address and the barn hours, and a dark version',
  (_, email) => {
    const html = renderHtml(email, farm);
    expect(html).toContain('<img src="cid:heron@logo"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    for (const body of [html, renderText(email, farm)]) {
      expect(body).toContain('1180 Levee Road, Isleton, CA 95641');
      expect(body).toContain('The barn is open most days from 7 am to 3 pm.');
      expect(body).toContain('(916) 555-0142');
    }
  },
);

test('emails about an open order show its progress, in plain text too', () => {
  expect(textOf('order-paid-pickup')).toContain('[x] Received  [x] Paid  [ ] Ready  [ ] Completed');
  expect(textOf('order-ready-delivery')).toContain('[x] Received  [x] Paid  [x] Ready  [ ] Completed');
  expect(textOf('order-completed')).toContain('[x] Received  [x] Paid  [x] Ready  [x] Completed');
  expect(textOf('order-refunded')).not.toContain('[x]');
  expect(renderHtml(sample('order-paid-pickup'), farm)).toMatch(/✓<br>Received.*✓<br>Paid.*○<br>Ready.*○<br>Completed/);
});

test('an order that is ready says where and when', () => {
  expect(textOf('order-ready-pickup')).toContain(
    'is bagged and ready for pickup.\n\nWhere: The barn, 1180 Levee Road, Isleton, CA 95641\nWhen: Most days from 7 am to 3 pm',
  );
  expect(textOf('order-ready-delivery')).toContain(
    'is bagged and ready for delivery.\n\nWhere: 412 Second Street, Rio Vista, CA\nWhen: The day we arranged by phone',
  );
});

test('what a buyer typed is escaped', () => {
  const html = renderHtml(
    {
      recipient: 'dana@tulefog.example',
      subject: '<b>1</b>',
      parts: ['Hi <b>2</b>,', { rows: [['<b>3</b>', '<b>4</b>']] }, { steps: [{ name: '<b>5</b>', done: true }] }],
    },
    farm,
  );

  expect(html).not.toContain('<b>');
});
